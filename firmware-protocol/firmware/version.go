package firmware

import (
	_ "embed"
	"regexp"
)

//go:embed core/version.h
var header string

// defined is a value of the header, the one place that says it.
func defined(name string) string {
	m := regexp.MustCompile(`#define ` + name + ` "([^"]*)"`).FindStringSubmatch(header)
	return m[1] // the header is part of this program
}

// Version is that of the controllers' programs that come with this one.
func Version() string { return defined("VERSION") }

// Sources says of which sources that is.
func Sources() string { return defined("SOURCES") }
