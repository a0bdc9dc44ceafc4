package robot

import (
	"runtime"
	"sync"
)

// Soak plays games with the seeds o.Seed, o.Seed+1 … on as many workers as there
// are processors. What it reports does not depend on how many there are. Each,
// if set, hears of every game as soon as those before it are done.
func Soak(o Options, games int, each func(Report)) (Report, error) {
	type result struct {
		Report
		err  error
		done chan struct{}
	}
	results := make([]result, games)
	for i := range results {
		results[i].done = make(chan struct{})
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), games) {
		workers.Go(func() {
			for i := range next {
				one := o
				one.Seed = o.Seed + uint64(i)
				results[i].Report, results[i].err = Play(one)
				close(results[i].done)
			}
		})
	}
	go func() {
		for i := range games {
			next <- i
		}
		close(next)
	}()
	var sum Report
	var failed error
	for i := range results {
		<-results[i].done
		if results[i].err != nil && failed == nil {
			failed = results[i].err
		}
		sum.Add(results[i].Report)
		if each != nil {
			each(results[i].Report)
		}
		results[i].Report = Report{}
	}
	workers.Wait()
	return sum, failed
}
