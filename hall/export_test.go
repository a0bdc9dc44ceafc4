package hall

// PagePaths are where pages are.
var PagePaths = pagePaths
