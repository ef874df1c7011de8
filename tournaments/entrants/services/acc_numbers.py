"""Fill in missing ACC numbers; existing ones stay."""

from collections.abc import Mapping, Sequence

from tournaments.changes.transaction import tournament_change
from tournaments.entrants.imports.cells import tidy_acc_number
from tournaments.entrants.services.history import entrant_to_dict
from tournaments.entrants.services.registration import save_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused

MAX_LENGTH = 40


def give_acc_numbers(tournament: Tournament, actor: StaffMember, numbers: Mapping[int, str]) -> Sequence[Entrant]:
    """Give entrants their ACC numbers, by entrant's number, and return those who got one. Blanks are passed over.

    Raises:
        Refused: somebody has another number by now, or two would have the same one; nothing is stored then.
    """
    given = {number: found for number, text in numbers.items() if (found := tidy_acc_number(text))}
    with tournament_change(tournament) as locked:
        entrants = Entrant.objects.filter(tournament=locked, house_player=False).order_by("number")
        holders = {tidy_acc_number(one.acc_number): one for one in entrants if one.acc_number}
        changed = []
        for entrant in (one for one in entrants if one.number in given):
            found = given[entrant.number]
            where = f"acc-{entrant.number}"
            if len(found) > MAX_LENGTH:
                raise Refused(f"{len(found)} characters are too many. Enter up to {MAX_LENGTH}.", where)
            holder = holders.setdefault(found, entrant)
            if holder.pk != entrant.pk:
                raise Refused(f"{found} is the number of {holder.shown_name}. Enter another one.", where)
            if entrant.acc_number and tidy_acc_number(entrant.acc_number) != found:
                raise Refused(f"{entrant.shown_name} has number {entrant.acc_number} by now.", where)
            if not entrant.acc_number:
                before = entrant_to_dict(entrant)
                entrant.acc_number = found
                save_change(locked, actor, entrant, before, AuditAction.ENTRANT_CHANGED)
                changed.append(entrant)
    return changed
