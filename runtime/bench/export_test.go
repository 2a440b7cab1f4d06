package bench

var Sources = sources
