"""Write an event file."""

import json
from typing import Any

from tournaments.rules.constants import OF_ENTRANTS, OF_EVENTS, OF_PAIRS, OF_SHEETS
from tournaments.rules.scorings import SCORINGS, CardColumns
from tournaments.rules.types import CardRecord, ClubMatchRecord, DecisionRecord, EntrantRecord, EventFile

FORMAT = "cribbage-event/1"


def write_event_file(event_file: EventFile) -> str:
    """Return the file in its canonical form: every key, in the order of the specification, one space of indent.

    Reading the result gives an equal :class:`EventFile`, and writing that gives the same text.
    """
    return json.dumps(event_file_to_json(event_file), indent=1, ensure_ascii=False) + "\n"


def event_file_to_json(event_file: EventFile) -> dict[str, Any]:
    """Return the file as dictionaries and lists in canonical key order."""
    event = event_file.event
    playoff = event_file.playoff
    columns = SCORINGS[event.scoring].columns
    return {
        "format": FORMAT,
        "event": {
            **{name: getattr(event, name) for name in OF_EVENTS},
            "starts_on": event.starts_on.isoformat() if event.starts_on else None,
            **({name: getattr(event, name) for name in OF_SHEETS} if columns.is_of_sheets else {}),
        },
        "entrants": [_entrant_data(entrant) for entrant in event_file.entrants],
        "schedule": [
            {"game": scheduled.game, "pairs": [list(pair) for pair in scheduled.pairs]}
            for scheduled in event_file.schedule
        ],
        "scorecards": [_card_data(card, columns) for card in event_file.scorecards],
        "decisions": [_decision_data(decision, columns) for decision in event_file.decisions],
        "tie_games": [{"winner": tie.winner, "loser": tie.loser} for tie in event_file.tie_games],
        "tie_orders": [{"order": list(tie.order), "reason": tie.reason} for tie in event_file.tie_orders],
        "playoff": None
        if playoff is None
        else {
            "best_of": list(playoff.best_of),
            "matches": [
                {"round": match.round, "slot": match.slot, "games": list(match.games), "forfeits": match.forfeits}
                for match in playoff.matches
            ],
        },
        **({"club_matches": _club_matches_data(event_file.club_matches)} if event_file.club_matches else {}),
    }


def _entrant_data(entrant: EntrantRecord) -> dict[str, Any]:
    return {
        **{name: getattr(entrant, name) for name in OF_ENTRANTS},
        **{name: value for name in OF_PAIRS if (value := getattr(entrant, name))},
    }


def _card_data(card: CardRecord, columns: CardColumns) -> dict[str, Any]:
    recorded = card.recorded
    return {
        "entrant": card.entrant,
        "recorded": None if recorded is None else {name: getattr(recorded, name) for name in columns.foot},
        "lines": [
            {"game": line.game, "opponent": line.opponent, **{name: getattr(line, name) for name in columns.line}}
            for line in card.lines
        ],
    }


def _decision_data(decision: DecisionRecord, columns: CardColumns) -> dict[str, Any]:
    data = {
        "game": decision.game,
        "entrants": list(decision.entrants),
        "lines": [
            {"entrant": line.entrant, **{name: getattr(line, name) for name in columns.line}} for line in decision.lines
        ],
        "rule": decision.rule,
        "reason": decision.reason,
    }
    # Left out where it is blank: files from before it was kept stay the same byte for byte.
    return data | {"decided_by": decision.decided_by} if decision.decided_by else data


def _club_matches_data(matches: tuple[ClubMatchRecord, ...]) -> list[dict[str, Any]]:
    return [
        {
            "form": match.form,
            "scheme": match.scheme or None,
            "to": match.target,
            "sides": [list(side) for side in match.sides],
            "games": [{"pegged": list(game.pegged), "out": list(game.out)} for game in match.games],
        }
        for match in matches
    ]
