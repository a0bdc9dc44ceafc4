#!/usr/bin/env python3
"""A player for one seat: it follows the table and does a legal action at random.

    ./bot.py http://reeve.local:8080 white [KEY]

KEY is that of the seat's link; it may be left out where keys are off. Python 3.8 or
later, nothing else. Put your own idea of a good action into choose().
"""
import json
import random
import sys
import urllib.error
import urllib.request


def choose(table):
    """The action to do, one of table["legal"]."""
    return random.choice(table["legal"])


class Daemon:
    def __init__(self, base, key=None):
        self.base = base.rstrip("/")
        self.headers = {"Authorization": "Bearer " + key} if key else {}

    def open(self, path, body=None, **headers):
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(self.base + path, data, {**self.headers, **headers}))

    def act(self, seat, action, seq):
        """Does the action if the table is still number seq; False if it is another."""
        try:
            self.open("/api/action?log=999999999", {"seat": seat, "action": action, "seq": seq}).read()
            return True
        except urllib.error.HTTPError as err:
            why = json.load(err)
            if err.code == 409:
                return False  # the stream tells what there is now
            raise SystemExit("%s (%s)" % (why["error"], why["hint"]))

    def tables(self, seat):
        """Every table that the seat sees, as the stream tells it (docs/api.md, "Following the table")."""
        table, on, name = {}, [], ""
        for line in self.open("/api/events?log=999999999&seat=" + seat):
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data" and name in ("table", "more"):
                told = json.loads(value)
                more = told.pop("more", None)
                table, on = join(table, told, on), more or []
                if more is None:
                    yield table


def join(known, told, on=()):
    """What was known with what is told."""
    out = dict(known)
    for name, value in told.items():
        old = out.get(name)
        if value is None:
            out.pop(name, None)
        elif isinstance(value, dict):
            out[name] = join(old or {}, value)
        elif isinstance(value, list) and name in ("pieces", "log"):
            key = "id" if name == "pieces" else "n"
            every = {e[key]: e for e in old or []}
            for e in value:
                if len(e) > 1:
                    every[e[key]] = e
                else:
                    every.pop(e[key], None)
            out[name] = list(every.values())
        elif isinstance(value, list) and name in on:
            out[name] = old + value
        else:
            out[name] = value
    return out


def main(base, seat, key=None):
    daemon, done = Daemon(base, key), 0
    for table in daemon.tables(seat):
        if table["status"] == "over":
            outcome = table["position"]["outcome"]
            print("over after %d actions of mine: %s (%s)" % (done, ", ".join(outcome["winners"]) or "nobody won", outcome["why"]))
            return
        if table.get("legal") and table["status"] != "setup":
            done += daemon.act(seat, choose(table), table["seq"])


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
