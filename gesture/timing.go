package gesture

import "time"

// The times and counts of the reader: of each why, whether it is physical (how contacts, hands and scans are), a habit (what people do
// and can wait for) or a bound (on what is tried), and the test that speaks of it. docs/hands.md shows this table.
const (
	scan       = 2 * time.Millisecond    // the rest of the scan may come in | physical | TestTimes_TheRestOfAScanMayComeIn
	stalled    = 5 * time.Millisecond    // a look that is so late says that everything stood still | physical | TestTimes_ALateLookSaysThatEverythingStoodStill
	together   = 12 * time.Millisecond   // two contacts close for one piece: one bounces, the scan is late | physical | TestTimes_TwoContactsMayCloseForOnePiece
	outOfOrder = 16 * time.Millisecond   // contacts may be felt in the wrong order | physical | TestTimes_TwoContactsMayBeFeltInTheWrongOrder
	look       = 20 * time.Millisecond   // before something becomes final it is looked once more whether anything stood still | physical | TestRule4_AStallSealsNothing
	millimetre = 1 * time.Millisecond    // a hand carries a piece so far at most | physical | TestRule13_NoHandCarriesAPieceSoFast
	oneCause   = 20 * time.Millisecond   // contacts that change so soon may have one cause | physical | TestTimes_TwoContactsMayHaveOneCause
	Fleeting   = 45 * time.Millisecond   // a square changes for less where no hand is at work: that says nothing | physical | TestRule14_WhatASquareAtFaultDoesForAMomentIsNoTouch
	rest       = 100 * time.Millisecond  // wood that lies for so long somebody has left there; what was touched in a stall is heard | physical | TestTimes_ALateLookSaysThatEverythingStoodStill
	slide      = 200 * time.Millisecond  // a piece that is slid is felt on both squares | habit | TestTimes_WhatCannotStandGivesWayAfterASlide
	roll       = 600 * time.Millisecond  // the attacker rests on the die; people see what is lit | habit | TestTimes_TheAttackerRestsOnTheDie
	still      = time.Second             // nothing is touched before a tap that rolls | habit | TestRule9_NotBeforeTheWoodWasStillForASecond
	rollPair   = 1200 * time.Millisecond // the same, where a partner may still join | habit | TestTimes_TheAttackerRestsOnTheDie
	push       = 2100 * time.Millisecond // a piece that is pushed slowly is felt on both squares | habit | TestTimes_APieceThatIsPushedIsFeltOnBothSquares
	atWork     = 3 * time.Second         // hands are at work for so long after a touch | habit | TestTimes_HandsThatWereAtWorkHaveNotStopped
	dieAgain   = 5 * time.Second         // nothing has come to the die: a second is lit | habit | TestTimes_ASecondDieIsLitLater
	Ending     = 10 * time.Second        // nothing is touched before what ended the game is sealed | habit | TestAGameWonByHandIsSealedWhenNothingIsTouched
	longQuiets = 5                       // quiet times: what looks like something else has shown by then | habit | TestRule4_ACaptureAfterASlipSealsLater

	insists     = 2            // so often wood is refused before a contact is suspected | habit | TestBounds_OneSlipAccusesNoContact
	mostLying   = 3            // ways to the wood are asked about at most | habit | TestBounds_ThreeWaysToTheWoodAreAskedAbout
	mostUnfelt  = 8            // squares change unfelt at most | habit | TestBounds_EightSquaresMayChangeWhileNothingIsFelt
	mostAccused = 12           // explanations by a contact at fault are asked about at most | habit | TestRule14_AContactThatFailsInTheGameIsFoundByDoingTheSameAgain
	maxTurns    = 16           // turns may be open: quick hands leave no quiet time | bound | TestBounds_SixteenTurnsMayBeOpen
	mostOpen    = maxTurns / 2 // turns are open before it is asked what a piece in the air would tell | bound | TestBounds_AfterEightTurnsNothingIsWaitedFor
	maxGuess    = 2            // squares not to be trusted that a sequence may rely on | bound | TestBounds_WhatReliesOnTwoSquaresIsAskedAbout
	maxLikely   = 200          // sequences are tried where all is too much: those with fewest pieces in the air | bound | TestFigureTheLongestChargeIsReadInTime
	maxRuns     = 1024         // runs are remembered: touches come back to some hundreds | bound | TestLongBounds_AThousandRunsAreRemembered
	maxTouches  = 400          // touches are kept since the last sealed step | bound | TestBounds_FourHundredTouchesAreKept
	maxTried    = 1500         // sequences are tried | bound | TestFigureTheLongestChargeIsReadInTime
	maxMoves    = 100_000      // moves are remembered, about 100 bytes each | bound | TestLongBounds_AHundredThousandMovesAreRemembered
)
