"""The director's duties by the rulebook, and the part of an event to which each belongs."""

from dataclasses import dataclass
from enum import Enum


class Phase(Enum):
    """The parts of an event, in order."""

    BEFORE = "before"
    QUALIFYING = "qualifying"
    PLAYOFFS = "playoffs"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that the rulebook gives the director to do now: in words, and by which rule."""

    text: str
    rule: str


def duties(
    phase: Phase, *, edition: str, first_deal: str, games: int, last_game: int, is_seated: bool, is_posted: bool
) -> list[Duty]:
    """Return what the 2020 rules give the director to do at this time; the other editions give none of it.

    ``first_deal`` says how the first dealer is chosen, blank while nobody has said; ``games`` are those that everybody
    plays, ``last_game`` is the last game that has results, 0 on paper until cards come in.
    """
    if edition != "acc-2020":
        return []
    found = []
    midway = (games + 1) // 2
    if is_seated and phase is Phase.BEFORE and last_game == 0:
        if not first_deal:
            text = "Decide under Settings how the first dealer is chosen: cut for deal, or alternate deal."
            found.append(Duty(text, "1.5.a"))
        else:
            found.append(Duty(f"Announce before game 1 who deals first. {first_deal}.", "1.5.a"))
    if is_seated and games > 1 and phase in (Phase.BEFORE, Phase.QUALIFYING) and not is_posted:
        new_deck = "put a new deck of the same color at each stationary seat."
        if last_game == 0:
            found.append(Duty(f"After game {midway} of {games}: {new_deck}", "4.2.d"))
        elif last_game in (midway, midway + 1):
            found.append(Duty(f"Midway, after game {midway} of {games}: {new_deck}", "4.2.d"))
    if phase is Phase.PLAYOFFS:
        found.append(Duty("A player may ask for another deck after a game, once in each match.", "4.2.d"))
    return found
