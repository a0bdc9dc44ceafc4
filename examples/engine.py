#!/usr/bin/env python3
"""A computer player for reeve, in one file: docs/engine-protocol.md is all it knows.

It captures and attacks when it can, goes forward if it sees how, and else acts at
random: the seed makes its choice the same again. Try it:

    reeve engine check examples/engine.py
"""
import json
import random
import sys


class Player:
    def __init__(self):
        self.options = {"seed": 1}
        self.view, self.history, self.legal = None, [], []

    def obey(self, line):
        word, _, rest = line.partition(" ")
        if word == "rgi":
            say("id name example")
            say("games rolechess camelot kaleidochess dungeonchess chessbattle")
            say("option seed type int min 0 max 1000000 default 1")
            say("rgiok")
        elif word == "option":
            name, _, value = rest.partition(" ")
            self.options[name] = int(value)
        elif word == "newgame":
            self.view = None
        elif word == "position":
            self.position(rest)
        elif word == "go":
            self.go(rest)
        elif word not in ("stop", ""):
            say("error no command: " + word)

    def position(self, text):
        """Reads: view {...} history [...] legal [...]"""
        reader, parts = json.JSONDecoder(), []
        for name in ("view", "history", "legal"):
            text = text.lstrip()
            if not text.startswith(name + " "):
                say("error awaited: " + name)
                return
            text = text[len(name):].lstrip()
            value, end = reader.raw_decode(text)
            parts.append(value)
            text = text[end:]
        self.view, self.history, self.legal = parts

    def go(self, rest):
        """Looks at "nodes N" actions, drawn by the seed, or at all."""
        if not self.legal:
            say("error nothing to decide")
            return
        words = rest.split()
        most = int(words[words.index("nodes") + 1]) if "nodes" in words else len(self.legal)
        dice = random.Random(f"{self.options['seed']} {len(self.history)} {self.legal}")
        drawn = dice.sample(self.legal, min(most, len(self.legal)))
        best = max(drawn, key=self.worth)
        say("info nodes %d score 0.500 pv %s" % (len(drawn), json.dumps([best])))
        say("bestaction " + best)

    def worth(self, action):
        """The higher the better: captures and attacks, then steps towards the enemy."""
        if "x" in action or "*" in action or "!" in action:
            return 100
        if action in ("pass", "end", "stay", "done white", "done black"):
            return -1
        squares = action.replace("-", " ").split()
        if len(squares) == 2 and squares[0][1:].isdigit() and squares[1][1:].isdigit():
            ahead = int(squares[1][1:]) - int(squares[0][1:])
            return ahead if self.view["view"] in ("white", "south") else -ahead
        return 0


def say(line):
    print(line, flush=True)


def main():
    player = Player()
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        player.obey(line.strip())


if __name__ == "__main__":
    main()
