/* version.h: the version of every program, told to the host (TAG_VERSION) and read from the files by `reeve firmware list`. It counts up whenever
 * a program changes; SOURCES says of which sources it is (TestTheVersionIsOfTheseSources). */
#define VERSION "1.1"
#define SOURCES "0eaa6d0a2e3e"
