package web

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// compressed packs what h answers for who accepts gzip: texts, and streams whose
// every flush leaves nothing behind. No window is kept between two writes, so a
// stream costs no memory while it is silent.
func compressed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !accepts(r.Header.Get("Accept-Encoding")) {
			h.ServeHTTP(w, r)
			return
		}
		p := &packer{ResponseWriter: w}
		defer p.close()
		h.ServeHTTP(p, r)
	})
}

// accepts reports whether an Accept-Encoding asks for gzip (RFC 9110, 12.5.3).
func accepts(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		coding, weight, _ := strings.Cut(part, ";")
		if coding = strings.ToLower(strings.TrimSpace(coding)); coding != "gzip" && coding != "x-gzip" {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return err != nil || q > 0
	}
	return false
}

// packer packs an answer, if its kind is worth it.
type packer struct {
	http.ResponseWriter
	zip   *gzip.Writer // nil: as it is
	begun bool
}

// Unwrap lets http.ResponseController find what packer does not do itself.
func (p *packer) Unwrap() http.ResponseWriter { return p.ResponseWriter }

func (p *packer) WriteHeader(status int) {
	if !p.begun {
		p.begun = true
		p.begin(status)
	}
	p.ResponseWriter.WriteHeader(status)
}

// begin decides by the kind of the answer.
func (p *packer) begin(status int) {
	h := p.Header()
	kind := h.Get("Content-Type")
	text := strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/") || strings.HasPrefix(kind, kinds[".svg"])
	if !text || h.Get("Content-Encoding") != "" || status < 200 || status == http.StatusNoContent || status == http.StatusNotModified {
		return
	}
	packedHeader(h)
	p.zip, _ = gzip.NewWriterLevel(p.ResponseWriter, gzip.StatelessCompression) // the level is known
}

// packedHeader says that an answer is packed.
func packedHeader(h http.Header) {
	h.Set("Content-Encoding", "gzip")
	h.Add("Vary", "Accept-Encoding")
	h.Del("Content-Length")
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		h.Set("ETag", "W/"+tag)
	}
}

// packedWell packs what is sent again and again as small as it gets.
func packedWell(text []byte) []byte {
	var b bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is known, and a buffer takes all
	zip.Write(text)
	zip.Close()
	return b.Bytes()
}

func (p *packer) Write(text []byte) (int, error) {
	if !p.begun {
		p.WriteHeader(http.StatusOK)
	}
	if p.zip == nil {
		return p.ResponseWriter.Write(text)
	}
	return p.zip.Write(text)
}

// FlushError sends what was written so far.
func (p *packer) FlushError() error {
	if p.zip != nil {
		if err := p.zip.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(p.ResponseWriter).Flush()
}

func (p *packer) close() {
	if p.zip != nil {
		p.zip.Close() // an error is the connection's, and the answer is over
	}
}
