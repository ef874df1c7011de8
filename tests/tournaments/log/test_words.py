"""What the log says of each change: sentences with names and seats, of every form in which changes were ever stored."""

import gzip
import json
import re
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest

from tests.conftest import ROOT
from tournaments.log.words import READERS, People, words_of
from tournaments.models import AuditAction, words_of_action

PEOPLE = People(
    {1: "Rosa Lunde", 2: "Bo Cedar", 3: "Cy Dune"}, {1: "A-1", 2: "A-2", 3: "A-3"}, ZoneInfo("America/Chicago")
)
OLD = ROOT / "tests" / "cases" / "old_database" / "before_part_7.sqlite3.gz"
# What no sentence contains: names of fields, slots, and values as a program writes them.
OF_PROGRAMS = re.compile(r"\w_\w|\bslot\b|[{}\[\]\"]|\bNone\b|\bnull\b|\bTrue\b|\bFalse\b|\d{4}-\d\d-\d\dT|  ")


class Entry(NamedTuple):
    subject: str = ""
    before: Any = None
    after: Any = None


RULING = {"text": "Two back.", "rules": ["8.4.c.(1)"], "first": [2, 0], "second": [0, 2], "reason": ""}
LATER = "2026-05-16T14:30:00+00:00"
SAID: dict[AuditAction, tuple[Entry, str]] = {
    AuditAction.EVENT_CREATED: (Entry("Bay Open", None, {"name": "Bay Open", "games": 22}), "Bay Open; games: 22"),
    AuditAction.EVENT_IMPORTED: (
        Entry("Bay Open", None, {"entrants": 30, "rulings": 1}),
        "Bay Open: 30 entrants, 1 ruling",
    ),
    AuditAction.SETTINGS_CHANGED: (
        Entry("Bay Open", {"entry_fee": "20.00", "muggins": False}, {"entry_fee": "25.00", "muggins": True}),
        "Entry fee: 20.00 → 25.00; muggins: no → yes",
    ),
    AuditAction.SIDE_EVENT_CREATED: (Entry("Consolation", None, {"entrants": 6}), "Consolation: 6 entrants"),
    AuditAction.EVENT_COPIED: (
        Entry("Bay Open", None, {"copy of": "Bay Open 2025", "entrants": 30}),
        "Bay Open is a copy of Bay Open 2025, with 30 entrants",
    ),
    AuditAction.EVENT_HIDDEN: (Entry("Bay Open"), "Bay Open is hidden from the public"),
    AuditAction.EVENT_SHOWN: (Entry("Bay Open"), "Bay Open is shown to the public again"),
    AuditAction.EVENT_ARCHIVED: (Entry("Bay Open"), "Bay Open is in the archive"),
    AuditAction.EVENT_UNARCHIVED: (Entry("Bay Open"), "Bay Open is back in the lists of events"),
    AuditAction.EVENT_DELETED: (Entry("Bay Open"), "Bay Open is deleted; its directors can restore it for 30 days"),
    AuditAction.EVENT_RESTORED: (Entry("Bay Open"), "Bay Open is restored"),
    AuditAction.EVENT_RESTORED_FROM_ARCHIVE: (
        Entry("Bay Open", None, {"content": "3fa912cd77e091ab" + 48 * "0"}),
        "Bay Open is restored from a file (seal 3FA9 12CD 77E0 91AB)",
    ),
    AuditAction.STAFF_MEMBER_RETURNED: (
        Entry("Bo Cedar", None, {"role": "checker", "initials": "BC", "plays as": "A-2 Bo Cedar"}),
        "Bo Cedar came back as checker, initials BC, plays as A-2 Bo Cedar",
    ),
    AuditAction.INVITATION_CREATED: (
        Entry("checker", None, {"role": "checker", "ends": LATER}),
        "Invitation for a checker, valid until Sat, May 16, 9:30 AM",
    ),
    AuditAction.INVITATION_ENDED: (
        Entry("judge", {"people": 2}, {"people": 0}),
        "Invitation for a judge, 2 members of the staff can no longer work",
    ),
    AuditAction.INVITATION_REOPENED: (
        Entry("judge", {"people": 0}, {"people": 1}),
        "Invitation for a judge, 1 member of the staff can work",
    ),
    AuditAction.STAFF_MEMBER_JOINED: (
        Entry("Bo Cedar", None, {"role": "checker", "initials": "BC"}),
        "Bo Cedar joined as checker, initials BC",
    ),
    AuditAction.DIRECTOR_APPOINTED: (Entry("Wil", None, {"user": "wil"}), "Wil is a director (signs in as wil)"),
    AuditAction.ACCESS_REMOVED: (
        Entry("Bo", {"role": "judge", "may work": True}, {"role": "judge", "may work": False}),
        "Bo can no longer work as judge",
    ),
    AuditAction.ACCESS_RESTORED: (
        Entry("Bo", {"role": "judge", "may work": False}, {"role": "judge", "may work": True}),
        "Bo can work as judge",
    ),
    AuditAction.OWN_CARD_NAMED: (Entry("Bo", None, {"plays as": "A-2 Bo Cedar"}), "Bo plays as A-2 Bo Cedar"),
    AuditAction.ENTRANT_ADDED: (
        Entry("1 Rosa Lunde", None, {"number": 1, "name": "Rosa Lunde", "club": "Bay", "fee_owed": "20.00"}),
        "Rosa Lunde added: club Bay; entry fee 20.00",
    ),
    AuditAction.ENTRANT_CHANGED: (
        Entry("1 Rosa Lunde", {"number": 1, "acc_number": ""}, {"number": 1, "acc_number": "MN1"}),
        "Rosa Lunde: ACC number: blank → MN1",
    ),
    AuditAction.ENTRANT_REMOVED: (Entry("1 Rosa Lunde", {"number": 1, "city": "Bay"}), "Rosa Lunde deleted: city Bay"),
    AuditAction.ENTRANT_CHECKED_IN: (
        Entry("1 Rosa Lunde", {"number": 1, "checked_in_at": None}, {"number": 1, "checked_in_at": LATER}),
        "Rosa Lunde checked in on Sat, May 16, 9:30 AM",
    ),
    AuditAction.CHECK_IN_UNDONE: (
        Entry("1 Rosa Lunde", {"number": 1, "checked_in_at": LATER}, {"number": 1, "checked_in_at": None}),
        "Rosa Lunde is not checked in",
    ),
    AuditAction.ENTRANT_FEE_PAID: (
        Entry("1 Rosa Lunde", {"number": 1, "fee_paid": "0.00"}, {"number": 1, "fee_paid": "20.00"}),
        "Rosa Lunde: paid: 0.00 → 20.00",
    ),
    AuditAction.ENTRANT_WITHDRAWN: (
        Entry("1 Rosa Lunde", {"withdrawn_after_game": None}, {"withdrawn_after_game": 3}),
        "Rosa Lunde withdrew after game 3",
    ),
    AuditAction.ENTRANT_ABSENT: (
        Entry("1 Rosa Lunde", {"withdrawn_after_game": None}, {"withdrawn_after_game": 0}),
        "Rosa Lunde did not come",
    ),
    AuditAction.ENTRANTS_ABSENT: (Entry("2 entrants", None, {"entrant changed": 2}), "2 entrants did not come"),
    AuditAction.FEE_REFUNDED: (Entry("1 Rosa Lunde", None, {"amount": "45.00"}), "Rosa Lunde: 45.00 refunded"),
    AuditAction.FEE_KEPT: (
        Entry("1 Rosa Lunde", None, {"amount": "45.00", "reason": "told us too late"}),
        "Rosa Lunde: 45.00 kept. Reason: told us too late",
    ),
    AuditAction.FEE_MOVED: (
        Entry("1 Rosa Lunde", None, {"amount": "45.00", "event": "Harbor Open"}),
        "Rosa Lunde: 45.00 moved to Harbor Open",
    ),
    AuditAction.FEE_RECEIVED: (
        Entry("1 Rosa Lunde", None, {"amount": "45.00", "event": "Harbor Open"}),
        "Rosa Lunde: 45.00 received from Harbor Open",
    ),
    AuditAction.ENTRANT_REINSTATED: (
        Entry("1 Rosa Lunde", {"withdrawn_after_game": 3}, {"withdrawn_after_game": None}),
        "Rosa Lunde plays again (had withdrawn after game 3)",
    ),
    AuditAction.ENTRANTS_IMPORTED: (
        Entry("list.csv", None, {"entrant added": 12, "entrant changed": 1}),
        "Imported from list.csv: 12 added, 1 changed",
    ),
    AuditAction.ENTRANTS_UNDONE: (Entry("entrant added: 12 Di Elm", {"number": 12}), "Undone: entrant added (Di Elm)"),
    AuditAction.PLAYERS_MERGED: (
        Entry("Robert Lane", {"name": "Bob Lane", "club": ""}, {"player": 4, "entries": [7, 9], "learned": {}}),
        "Bob Lane merged into Robert Lane: 2 events",
    ),
    AuditAction.PLAYER_MERGE_UNDONE: (
        Entry("Robert Lane", None, {"entry": 12, "name": "Bob Lane"}),
        "Bob Lane and Robert Lane are two players again",
    ),
    AuditAction.ENTRANTS_CHECKED_IN: (
        Entry("119 entrants", None, {"entrant changed": 119}),
        "119 entrants checked in at once",
    ),
    AuditAction.ENTRY_FEE_CHANGED: (
        Entry("20.00 to 25.00", None, {"entrant changed": 30}),
        "Entry fee 20.00 → 25.00 for 30 entrants",
    ),
    AuditAction.SUBSTITUTE_ADDED: (
        Entry("1 Rosa Lunde", None, {"substitute": "Di Elm", "from_game": 5}),
        "Di Elm plays for Rosa Lunde from game 5",
    ),
    AuditAction.SUBSTITUTE_REMOVED: (
        Entry("1 Rosa Lunde", {"substitute": "Di Elm", "from_game": 5}),
        "Di Elm does not play for Rosa Lunde from game 5",
    ),
    AuditAction.PLAYER_CORRECTED: (
        Entry("Bo Cedar", {"city": "Bay"}, {"city": "Gull Harbor"}),
        "Bo Cedar, in all events: city: Bay → Gull Harbor",
    ),
    AuditAction.SEATS_DRAWN: (
        Entry(
            "seed 2b", {"seats": {"1": ""}}, {"seats": {"1": "A-1"}, "seed": "2b", "drawn": {"1": "A-1"}, "kept": {}}
        ),
        "1 seat drawn; A-1 Rosa Lunde; seed of the draw 2b",
    ),
    AuditAction.SEATS_CLEARED: (
        Entry("", {"seats": {"1": "A-1"}}, {"seats": {"1": ""}}),
        "1 seat cleared; A-1 Rosa Lunde",
    ),
    AuditAction.SEAT_CHANGED: (
        Entry("1 Rosa Lunde", {"seats": {"1": "A-2"}}, {"seats": {"1": "A-1"}, "reason": "Cannot walk far."}),
        "Rosa Lunde: A-2 → A-1. Reason: Cannot walk far.",
    ),
    AuditAction.SEAT_TAKEN_OVER: (
        Entry("Cy Dune for Bo Cedar from game 3", {"schedule": {"3": "1-2"}}, {"schedule": {"3": "1-3"}}),
        "Cy Dune for Bo Cedar from game 3: game 3: Rosa Lunde and Bo Cedar → Rosa Lunde and Cy Dune",
    ),
    AuditAction.SCHEDULE_MADE: (
        Entry(
            "12 at 6 boards, 5 games", {"schedule": {"1": None}}, {"schedule": "5 games, 30 pairings", "state": "6d"}
        ),
        "12 at 6 boards, 5 games: the schedule has 5 games, 30 pairings",
    ),
    AuditAction.SCHEDULE_IMPORTED: (
        Entry("5 games", {}, {"schedule": "5 games, 30 pairings"}),
        "5 games: the schedule has 5 games, 30 pairings",
    ),
    AuditAction.PAIRING_CHANGED: (
        Entry("game 2: Bo Cedar and Cy Dune", {"schedule": {"2": "1-2"}}, {"schedule": {"2": "1-3"}}),
        "Game 2: Rosa Lunde and Bo Cedar → Rosa Lunde and Cy Dune",
    ),
    AuditAction.LATECOMER_PAIRED: (
        Entry("3 Cy Dune from game 2", {"first_game": {"3": 1}}, {"first_game": {"3": 2}}),
        "Cy Dune from game 2: Cy Dune's first game: game 1 → game 2",
    ),
    AuditAction.GAMES_ADDED: (Entry("2 games", {"games": 9}, {"games": 11}), "2 games: games: 9 → 11"),
    AuditAction.TAKEN_OUT: (
        Entry("Cy Dune from game 4", {"schedule": {"4": "1-3"}}, {"schedule": {"4": ""}}),
        "Cy Dune from game 4: game 4: Rosa Lunde and Cy Dune → nobody",
    ),
    AuditAction.POOLS_SET: (Entry("", {"pools": {"1": ""}}, {"pools": {"1": "B"}}), "Rosa Lunde's pool: none → B"),
    AuditAction.SEATING_UNDONE: (
        Entry("seat changed", {"seats": {"1": "A-1"}}, {"seats": {"1": "A-2"}, "undid": 7, "state": "6d"}),
        "Undone: seat changed: Rosa Lunde: A-1 → A-2",
    ),
    AuditAction.CARD_ENTERED: (
        Entry("A-3 Cy Dune", None, {"game 1": "A-1: 2 +13", "game 2": None, "totals": "2/1 +13 −0"}),
        "A-3's card (Cy Dune): 2 games, totals 2/1 +13 −0; game 1: A-1: 2 +13; game 2: no line",
    ),
    AuditAction.CARD_REENTERED: (
        Entry("A-3 Cy Dune", {"game 20": "A-1: 2 +31"}, {"game 20": "A-1: 3 +31"}),
        "Game 20 on A-3's card (Cy Dune): 2 points → 3",
    ),
    AuditAction.SLIP_ENTERED: (
        Entry("game 3: A-1 Rosa Lunde, A-2 Bo Cedar", None, {"game": 3, "winner": 1, "loser": 2, "spread": 14}),
        "Game 3: A-1 Rosa Lunde, A-2 Bo Cedar: winner A-1 Rosa Lunde, loser A-2 Bo Cedar, spread 14",
    ),
    AuditAction.SLIP_UNDONE: (
        Entry("game 3: A-1 Rosa Lunde, A-2 Bo Cedar", {"game": 3, "winner": 1, "loser": 2, "spread": 14}),
        "Slip deleted, game 3: A-1 Rosa Lunde, A-2 Bo Cedar: winner A-1 Rosa Lunde, loser A-2 Bo Cedar, spread 14",
    ),
    AuditAction.TABLE_TAKEN_OVER: (
        Entry("table A", {"checker": "Bo"}, {"checker": "Ada"}),
        "Checker of table A: Bo → Ada",
    ),
    AuditAction.LINE_CONFIRMED: (
        Entry("game 1: A-1 Rosa Lunde", None, [2, 2, 11, None]),
        "Game 1 on A-1's card (Rosa Lunde) is entered as written, against A-2: 2 points +11",
    ),
    AuditAction.RULING_INITIALED: (
        Entry(
            "game 1: A-1 Rosa Lunde",
            None,
            {"initials": "BC", "changes": {"A-1": {"before": [2, 2, 11, None], "after": [2, 0, None, 11]}}},
        ),
        "Game 1: A-1 Rosa Lunde, initials BC: A-1's card: against A-2: 2 points +11 → against A-2: 0 points −11",
    ),
    AuditAction.SUMS_INITIALED: (
        Entry("A-1 Rosa Lunde", None, [[None, "game_points", 25, 24], [3, "points", 2, 3]]),
        "Sums of A-1's card (Rosa Lunde): game points: 25 → 24; game 3 points: 2 → 3",
    ),
    AuditAction.INITIALS_UNDONE: (
        Entry("game 1: A-1 Rosa Lunde", {"initials": "BC", "by": "Bo Cedar"}, {"why": "Wrong card."}),
        "Initials BC (Bo Cedar) deleted: game 1: A-1 Rosa Lunde. Reason: Wrong card.",
    ),
    AuditAction.GAME_DECIDED: (
        Entry(
            "game 1: A-1 Rosa Lunde, A-2 Bo Cedar",
            None,
            {"reason": "Both agree.", "rule": "14.1", "decided by": "Ada", "A-1": [2, 13, None], "A-2": [0, None, 13]},
        ),
        "Game 1: A-1 Rosa Lunde, A-2 Bo Cedar, decided by Ada: A-1 2 points +13; A-2 0 points −13. Reason: Both agree.",
    ),
    AuditAction.RESULT_RECALCULATED: (
        Entry("", {"rules version": 3}, {"rules version": 4}),
        "Results recalculated, version of the rules: 3 → 4",
    ),
    AuditAction.DECISION_UNDONE: (
        Entry(
            "game 1: A-1 Rosa Lunde",
            {"reason": "x", "rule": "", "decided by": "", "A-1": [2, 13, None]},
            {"why": "No."},
        ),
        "No longer decided: game 1: A-1 Rosa Lunde: A-1 2 points +13. Reason: No.",
    ),
    AuditAction.PICTURES_DELETED: (
        Entry("", None, {"files": 124, "days": 30}),
        "124 photographed files, older than 30 days; what was read from them stays",
    ),
    AuditAction.PICTURE_SETTINGS_CHANGED: (
        Entry("", {"days": 30, "boxes": False}, {"days": 7, "boxes": True}),
        "Days to keep photographs: 30 → 7; export of boxes: no → yes",
    ),
    AuditAction.PICTURE_CONFIRMED: (
        Entry("A-3 Cy Dune", None, {"picture": 7, "games": [3, 17]}),
        "A-3's card (Cy Dune), read from a photograph, confirmed: lines 3, 17",
    ),
    AuditAction.PICTURE_CONFIRMATION_UNDONE: (
        Entry("A-3 Cy Dune", {"picture": 7, "games": []}),
        "No longer confirmed from its photograph: A-3's card (Cy Dune), totals",
    ),
    AuditAction.PICTURE_NAMED: (
        Entry("A-3 Cy Dune", {"card": "A-2 Bo Cedar"}, {"picture": 7}),
        "Photograph 7 is of A-3 Cy Dune's card, not of A-2 Bo Cedar's",
    ),
    AuditAction.PICTURE_SET_ASIDE: (
        Entry("A-3 Cy Dune", None, {"picture": 7, "reason": "a blank card"}),
        "Photograph 7, A-3 Cy Dune. Reason: a blank card",
    ),
    AuditAction.PICTURE_BROUGHT_BACK: (
        Entry("A-3 Cy Dune", {"picture": 7, "reason": "a blank card"}),
        "Photograph 7 no longer set aside, A-3 Cy Dune. The reason was: a blank card",
    ),
    AuditAction.CARD_CODE_REPLACED: (
        Entry("A-3 Cy Dune"),
        "A-3's card (Cy Dune) has a new code; the old one opens nothing",
    ),
    AuditAction.CARD_HANDED_OVER: (
        Entry("A-3 Cy Dune", None, {"games": [4, 5]}),
        "A-3 Cy Dune, taken from the code on the phone, new games: 4, 5",
    ),
    AuditAction.GAME_UNLOCKED: (
        Entry("game 3: A-1 Rosa Lunde and A-2 Bo Cedar", {"A-1": "won by 14"}, {"reason": "wrong board"}),
        "Game 3: A-1 Rosa Lunde and A-2 Bo Cedar, before, A-1 won by 14. Reason: wrong board",
    ),
    AuditAction.ROUND_CLOSED: (
        Entry("the qualifying round", None, {"cards": 6}),
        "Players can no longer report games; their reports are written on 6 cards",
    ),
    AuditAction.ROUND_REOPENED: (
        Entry("the qualifying round", None, {"cards": 1}),
        "Players can report games again; lines written by closing are removed from 1 card",
    ),
    AuditAction.TIE_GAME_RECORDED: (
        Entry("A-1 Rosa Lunde, A-2 Bo Cedar", None, {"winner": 1}),
        "A-1 Rosa Lunde, A-2 Bo Cedar: A-1 Rosa Lunde won",
    ),
    AuditAction.TIE_GAME_UNDONE: (
        Entry("A-1 Rosa Lunde, A-2 Bo Cedar", {"winner": 1}),
        "Tie game deleted, A-1 Rosa Lunde, A-2 Bo Cedar: A-1 Rosa Lunde won",
    ),
    AuditAction.TIE_ORDER_SET: (
        Entry("A-1 Rosa Lunde, A-2 Bo Cedar", None, {"order": [1, 2], "reason": "Cut."}),
        "Order: A-1 Rosa Lunde, A-2 Bo Cedar. Reason: Cut.",
    ),
    AuditAction.TIE_ORDER_UNDONE: (
        Entry("A-1 Rosa Lunde", {"order": [1], "reason": "Cut."}),
        "Order deleted: A-1 Rosa Lunde. Reason: Cut.",
    ),
    AuditAction.QUALIFIERS_OVERRIDDEN: (
        Entry("", {"qualifiers": None, "reason": ""}, {"qualifiers": 6, "reason": "Six prizes."}),
        "Number of qualifiers: one in four → 6. Reason: Six prizes.",
    ),
    AuditAction.CLUB_MATCH_STARTED: (
        Entry("match 1", None, {"sides": [[1], [2]], "terms": "to 5 points"}),
        "Match 1: A-1 Rosa Lunde v A-2 Bo Cedar, to 5 points",
    ),
    AuditAction.CLUB_MATCH_UNDONE: (
        Entry("match 1", {"sides": ["Rosa Lunde", "Bo Cedar"], "score": [0, 3]}, {"why": "No light."}),
        "Match 1: Rosa Lunde v Bo Cedar, score 0–3. Reason: No light.",
    ),
    AuditAction.CLUB_GAME_ENTERED: (
        Entry("match 1", None, {"game": 1, "pegged": [121, 90], "score": [1, 0]}),
        "Match 1, game 1: 121–90 pegged, score 1–0",
    ),
    AuditAction.CLUB_GAME_UNDONE: (
        Entry("match 1", {"game": 1, "pegged": [121, 90], "score": [1, 0]}),
        "Match 1, game 1: 121–90 pegged, score 1–0",
    ),
    AuditAction.CLUB_MATCHES_POSTED: (
        Entry("posting 1 of matches", None, {"matches": 19}),
        "Posting 1 of matches: 19 matches",
    ),
    AuditAction.STANDINGS_POSTED: (
        Entry(
            "posting 2",
            None,
            {
                "qualifiers": 6,
                "bracket size": 8,
                "byes": 2,
                "reason": "New.",
                "waived": [{"item": "totals", "reason": "Counted.", "by": "Dana"}],
            },
        ),
        "Posting 2: 6 qualifiers, bracket of 8, 2 byes. Reason: New.; skipped: Totals agree. Reason: Counted.",
    ),
    AuditAction.POSTING_HELD: (
        Entry("held posting", None, {"qualifiers": 6, "bracket size": 8, "byes": 2, "reason": "", "waived": []}),
        "Held posting: 6 qualifiers, bracket of 8, 2 byes",
    ),
    AuditAction.POSTING_HOLD_UNDONE: (
        Entry("held posting", {"held by": "Dana"}, {"reason": "held again"}),
        "Held posting by Dana, not revealed. Reason: held again",
    ),
    AuditAction.CONDITION_WAIVED: (Entry("totals", None, {"reason": "Counted."}), "Totals agree. Reason: Counted."),
    AuditAction.WAIVER_UNDONE: (Entry("totals", {"reason": "Counted."}), "Totals agree. Reason: Counted."),
    AuditAction.ANNOUNCEMENT_POSTED: (Entry("", None, {"text": "Lunch at 12."}), "“Lunch at 12.”"),
    AuditAction.ANNOUNCEMENT_EDITED: (
        Entry("", {"text": "Lunch at 12."}, {"text": "Lunch at 1."}),
        "“Lunch at 12.” → “Lunch at 1.”",
    ),
    AuditAction.ANNOUNCEMENT_WITHDRAWN: (Entry("", {"text": "Lunch at 12."}), "“Lunch at 12.”"),
    AuditAction.BRACKET_DRAWN: (
        Entry("posting 3", None, {"size": 2, "seeds": [3, 1]}),
        "Posting 3: bracket of 2; 1 Cy Dune; 2 Rosa Lunde",
    ),
    AuditAction.DRAW_UNDONE: (Entry("posting 3", {"size": 2, "seeds": [3]}), "Posting 3: bracket of 2; 1 Cy Dune"),
    AuditAction.DEPARTURE_NOTED: (
        Entry("Bo Cedar", None, {"replaced": True}),
        "Bo Cedar left before the draw: the high non-qualifier moves up",
    ),
    AuditAction.DEPARTURE_UNDONE: (Entry("Bo Cedar", {"replaced": True}), "Bo Cedar has not left"),
    AuditAction.RESULT_RECORDED: (
        Entry("round 1, slot 2: Rosa Lunde and Bo Cedar", {"games": [3, 0]}, {"games": [3, 1]}),
        "Round 1, Rosa Lunde and Bo Cedar: 3 to 0 games → 3 to 1 games",
    ),
    AuditAction.RESULT_UNDONE: (
        Entry("round 1, slot 2", {"games": [1, 3]}),
        "Round 1, match 2: 1 to 3 games → no result",
    ),
    AuditAction.FORFEIT_RECORDED: (
        Entry("round 1, slot 2: Rosa Lunde and Bo Cedar", None, {"games": [1, 0], "forfeits": 1, "by": "lower"}),
        "Round 1, Rosa Lunde and Bo Cedar: 1 to 0 games with 1 forfeit",
    ),
    AuditAction.MATCH_AWARDED: (
        Entry("round 1, slot 2: Rosa Lunde and Bo Cedar", None, {"games": [3, 0], "forfeits": 3, "call": 4}),
        "Round 1, Rosa Lunde and Bo Cedar: 3 to 0 games with 3 forfeits, by call 4",
    ),
    AuditAction.START_SET: (Entry("round 1", None, LATER), "Round 1 starts on Sat, May 16, 9:30 AM"),
    AuditAction.ABSENCE_NOTED: (Entry("Bo Cedar, round 2", None, {"absent": True}), "Bo Cedar is absent in round 2"),
    AuditAction.ABSENCE_UNDONE: (Entry("Bo Cedar, round 2"), "Bo Cedar is not absent in round 2"),
    AuditAction.ARRIVAL_NOTED: (
        Entry("Bo Cedar, round 2", None, LATER),
        "Bo Cedar arrived for round 2 on Sat, May 16, 9:30 AM",
    ),
    AuditAction.ARRIVAL_UNDONE: (Entry("Bo Cedar, round 2"), "Bo Cedar has not arrived for round 2"),
    AuditAction.CALLED_TO_TABLE: (
        Entry("round 1, slot 1: Rosa Lunde and Bo Cedar", None, "7"),
        "Round 1, Rosa Lunde and Bo Cedar: table 7",
    ),
    AuditAction.TABLE_CALL_UNDONE: (Entry("round 1, slot 1", "7"), "Round 1, match 1: table 7 (call undone)"),
    AuditAction.RATING_POINTS_EDITED: (
        Entry("1 Rosa Lunde", {"points": None}, {"points": 31, "worked out": 30, "reason": "By letter."}),
        "Rosa Lunde: rating points: none → 31 (calculated: 30). Reason: By letter.",
    ),
    AuditAction.RATING_POINTS_UNDONE: (
        Entry("1 Rosa Lunde", {"points": 31, "reason": "By letter."}),
        "Rosa Lunde: rating points: 31 → as calculated. Reason: By letter.",
    ),
    AuditAction.HIGH_HAND_ENTERED: (
        Entry("3 Cy Dune", None, {"points": 29, "game": "game 2", "hand": "5H 5S 5C JD, cut 5D", "witnesses": "Bo"}),
        "Cy Dune, 29: 5H 5S 5C JD, cut 5D, game 2, witnesses Bo",
    ),
    AuditAction.HIGH_HAND_UNDONE: (
        Entry("3 Cy Dune", {"hand": "29: 5C 5D 5H JS, starter 5S", "crib": True, "game": 2, "witnesses": ""}),
        "No longer listed: Cy Dune, 29: 5C 5D 5H JS, starter 5S, crib, game 2",
    ),
    AuditAction.PRIZE_FUND_SET: (
        Entry("", {"added": "0.00", "kept": "0.00"}, {"added": "250.00", "kept": "0.00"}),
        "Added to the fund: 0.00 → 250.00",
    ),
    AuditAction.EVENT_PUBLISHED: (Entry("", None, {"by_itself": True, "is_indexed": False}), "each change by itself"),
    AuditAction.EVENT_UNPUBLISHED: (
        Entry("Bay Open"),
        "Bay Open is unpublished: its files are deleted at every target",
    ),
    AuditAction.PUBLISH_TARGET_ADDED: (Entry("", None, {"kind": "folder", "place": "/media/stick"}), "/media/stick"),
    AuditAction.PUBLISH_TARGET_REMOVED: (Entry("", {"kind": "folder", "place": "/media/stick"}), "/media/stick"),
    AuditAction.ACC_REPORT_CHANGED: (
        Entry("", {"sanction_number": "2026-116"}, {"sanction_number": "2026-117"}),
        "Sanction number: 2026-116 → 2026-117",
    ),
    AuditAction.MEMBER_FILE_LOADED: (Entry("", None, {"members": 6120}), "6120 members"),
    AuditAction.MEMBER_FILE_DELETED: (Entry("", {"members": 1}, None), "1 member"),
    AuditAction.PAYOUT_TEMPLATE_SAVED: (
        Entry("Top two", None, {"places": ["1: 60 %", "2: 40 %"]}),
        "“Top two”: payouts: blank → 1: 60 %, 2: 40 %",
    ),
    AuditAction.PAYOUT_TEMPLATE_USED: (
        Entry("Top two", {"places": ["1: 100 %"]}, {"places": ["1: 60 %", "2: 40 %"]}),
        "“Top two”: payouts: 1: 100 % → 1: 60 %, 2: 40 %",
    ),
    AuditAction.PAYOUT_TEMPLATE_DELETED: (Entry("Top two"), "“Top two”"),
    AuditAction.PAYOUT_SET: (
        Entry(
            "",
            {"places": [], "remainder to place": None},
            {"places": ["1: 40 %", "2: 30 %"], "remainder to place": None},
        ),
        "Payouts: blank → 1: 40 %, 2: 30 %",
    ),
    AuditAction.PAYMENT_MADE: (
        Entry("1 Rosa Lunde, Q pool", None, {"amount": "40.00"}),
        "Rosa Lunde, Q pool: 40.00 paid",
    ),
    AuditAction.PAYMENT_UNDONE: (Entry("1 Rosa Lunde", {"amount": "40.00"}), "Rosa Lunde: 40.00 not paid"),
    AuditAction.SIDE_POOL_OPENED: (
        Entry("Q pool", None, {"stake": "5.00", "sharing": "equal shares", "unit": "1.00"}),
        "Q pool: 5.00 each, equal shares, rounded to 1.00",
    ),
    AuditAction.SIDE_POOL_CLOSED: (
        Entry("Q pool", {"stakes": 3, "staked": "15.00"}),
        "Q pool closed: 3 stakes returned, 15.00",
    ),
    AuditAction.STAKES_CHANGED: (
        Entry("Q pool", {"out": [1]}, {"in": [2]}),
        "Q pool: A-2 Bo Cedar joins; A-1 Rosa Lunde leaves",
    ),
    AuditAction.SEASON_CREATED: (
        Entry("Bay, fall", None, {"club": "Bay", "best of": 8, "points": [3, 2]}),
        "Bay, fall; club Bay; best results that count 8; points by place 3, 2",
    ),
    AuditAction.SEASON_CHANGED: (
        Entry("Bay, fall", {"best of": 8}, {"best of": 9}),
        "Bay, fall: best results that count: 8 → 9",
    ),
    AuditAction.SEASON_JOINED: (Entry("Bay, fall"), "Bay, fall"),
    AuditAction.SEASON_LEFT: (Entry("Bay, fall"), "Bay, fall"),
    AuditAction.CALL_OPENED: (
        Entry(
            "call 1: Game 1, Rosa Lunde and Bo Cedar", None, {"parties": ["Rosa Lunde", "Bo Cedar"], "asked": "Cut?"}
        ),
        "Call 1: Game 1, Rosa Lunde and Bo Cedar: Cut?",
    ),
    AuditAction.CALL_CHANGED: (
        Entry("call 1", {"parties": ["Rosa", "Bo"], "asked": ""}, {"parties": ["Rosa", "Cy"], "asked": ""}),
        "Call 1: players: Rosa and Bo → Rosa and Cy",
    ),
    AuditAction.CALL_RULED: (
        Entry("call 1", None, RULING),
        "Call 1: Two back.; first player 2 back; second player 2 forward (8.4.c.(1))",
    ),
    AuditAction.CALL_SIGNED: (
        Entry("call 1", None, {"judge": "Cy Dune", "initials": "CD", "rules": []}),
        "Call 1: Cy Dune signed as CD",
    ),
    AuditAction.CALL_CLOSED: (Entry("call 1"), "Call 1: no ruling"),
    AuditAction.JUDGE_TAKEN_OFF: (Entry("call 1", "Cy Dune"), "Call 1: Cy Dune removed as judge"),
    AuditAction.DISAGREEMENT_RECORDED: (
        Entry("call 1", None, {"player": "Bo Cedar", "note": "Too late."}),
        "Call 1: Bo Cedar disagrees: Too late.",
    ),
    AuditAction.DISAGREEMENT_WITHDRAWN: (Entry("call 1", "Bo Cedar"), "Call 1: Bo Cedar agrees after all"),
    AuditAction.HEAD_JUDGE_NAMED: (Entry("Cy Dune", None, ["Cy Dune"]), "Head judge: nobody → Cy Dune"),
    AuditAction.JUDGE_MOVED: (
        Entry("Cy Dune", "available", "at-table"),
        "Cy Dune: available → at a table until the hand is done",
    ),
    AuditAction.RELATION_ADDED: (Entry("Rosa, Bo: family", None, "family"), "Rosa, Bo noted as family"),
    AuditAction.RELATION_REMOVED: (Entry("Rosa, Bo: family", "family"), "Rosa, Bo no longer family"),
}


@pytest.mark.parametrize("action", AuditAction, ids=str)
def test_every_action_is_told_in_a_sentence(action: AuditAction) -> None:
    assert action in SAID, f"Add to SAID what an entry {action.name} stores, and to tournaments/log/words/ its reader."
    entry, words = SAID[action]

    assert str(words_of(action, entry, PEOPLE)) == words
    assert not OF_PROGRAMS.search(words)


@pytest.mark.parametrize("action", AuditAction, ids=str)
def test_every_reader_reads_an_entry_without_anything_stored(action: AuditAction) -> None:
    for entry in (Entry("1 Rosa Lunde"), Entry("", {}, {}), Entry("Rosa", "before", "after")):
        assert not OF_PROGRAMS.search(str(words_of(action, entry, PEOPLE)))


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ([3, 121, None], [0, None, 121], "A-1 3 points +121; A-2 0 points −121"),
        ([4, 70, None], [0, None, 70], "A-1 4 points +70; A-2 0 points −70"),
        ([1, 7, None], [0, None, 7], "A-1 1 point +07; A-2 0 points −07"),
        ([0, None, 6], [0, None, 9], "A-1 0 points −06; A-2 0 points −09"),
        ([3, 121, None], [121, 3, None], "A-1 3 to 121; A-2 121 to 3"),
        ([60, 2, None], [2, 60, None], "A-1 60 to 2; A-2 2 to 60"),
        ([0, 0, None], [0, 0, None], "A-1 0 to 0; A-2 0 to 0"),
        ([None, None, 0], [None, None, 17], "A-1 0 left; A-2 17 left"),
    ],
)
def test_decided_lines_are_told_as_the_card_or_the_sheet_that_they_are_of(first: Any, second: Any, words: str) -> None:
    decided = Entry("game 1", None, {"reason": "", "rule": "14.1", "decided by": "", "A-1": first, "A-2": second})

    assert str(words_of(AuditAction.GAME_DECIDED, decided, PEOPLE)) == f"Game 1: {words}"


def test_entry_that_no_reader_was_written_for_says_what_differs() -> None:
    entry = Entry("3 Cy Dune", {"high_score": 1, "is_new": False}, {"high_score": 2, "is_new": True})

    assert str(words_of("moon landed", entry, PEOPLE)) == "Cy Dune: high score: 1 → 2; is new: no → yes"
    assert str(words_of("moon landed", Entry("Cy Dune", "here", "there"), PEOPLE)) == "Cy Dune: here → there"


def test_readers_are_for_actions_of_today() -> None:
    assert {*READERS} <= {*AuditAction.values}


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("A-1: 2 +13", "A-2: 0 −13", "2 points → 0, opponent A-1 → A-2, spread +13 → −13"),
        ("A-1: – +13", "A-1: 2", "blank points → 2, spread +13 → blank"),
        (None, "A-1: 2 +13", "no line → A-1: 2 +13"),
        ("A-1: won 121 to 94", "A-1: won 121 to 90", "A-1: won 121 to 94 → A-1: won 121 to 90"),
    ],
)
def test_line_that_was_re_entered_says_what_is_different(before: str | None, after: str | None, words: str) -> None:
    entry = Entry("A-3 Cy Dune", {"game 4": before}, {"game 4": after})

    said = words_of(AuditAction.CARD_REENTERED, entry, PEOPLE)
    assert said.text == f"Game 4 on A-3's card (Cy Dune): {words}"


def test_many_changes_are_listed_under_the_sentence() -> None:
    before = {f"game {number}": "A-1: 2 +13" for number in range(1, 6)} | {"totals": "4/2 +21 −89"}
    after = {f"game {number}": "A-1: 2 +14" for number in range(1, 6)} | {"totals": "4/2 +24 −89"}

    words = words_of(AuditAction.CARD_REENTERED, Entry("A-3 Cy Dune", before, after), PEOPLE)

    assert (words.text, len(words.details)) == ("A-3's card (Cy Dune)", 6)
    assert words.details[-1] == "totals: 4/2 +21 −89 → 4/2 +24 −89"


def test_entries_of_an_old_database_read_well(tmp_path: Path) -> None:
    """The database of a commit before part 7 has most actions as the services wrote them then."""
    stored = tmp_path / "old.sqlite3"
    stored.write_bytes(gzip.decompress(OLD.read_bytes()))
    with sqlite3.connect(stored) as database:
        rows = database.execute("SELECT action, subject, before, after FROM tournaments_auditentry").fetchall()
    said = {}
    for action, subject, before, after in rows:
        entry = Entry(subject, json.loads(before or "null"), json.loads(after or "null"))
        said[action, subject] = str(words_of(words_of_action(action), entry, PEOPLE))

    assert len(rows) > 100
    assert {key: words for key, words in said.items() if not words or OF_PROGRAMS.search(words)} == {}
