"""Drawing the bracket from the latest posting, taking the draw back, and qualifiers who have left before it."""

from brackets.models import Bracket, Departure, Match, Seed
from brackets.playoffs.selectors import departures_of, has_other_seeds
from brackets.standings.postings import latest_posting
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused


class SeedsHaveChanged(Refused):
    """The cards give other seeds by now than the posting; the director has to post again, or confirm."""


def draw_bracket(tournament: Tournament, actor: StaffMember, *, posting: int, is_confirmed: bool = False) -> Bracket:
    """Draw the bracket from the latest posting: seeds as posted, byes by the chart (rules 13.2.c and d).

    ``posting`` is the number of the posting that the page showed. ``is_confirmed`` draws from it although the cards
    give other seeds by now.

    Raises:
        SeedsHaveChanged: they do, and this is not confirmed.
        Refused: there are no playoffs, the bracket is drawn, nothing is posted, another posting is up by
            now, its order is open or has fewer than two, or somebody in it must be replaced.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        if not locked.has_playoffs:
            raise Refused("This event has no playoffs.")
        if Bracket.objects.filter(tournament=locked).exists():
            raise Refused("The bracket is already drawn.")
        latest = latest_posting(locked)
        if latest is None:
            raise Refused("Post the qualifiers first. The bracket is drawn from the posting.")
        if latest.number != posting:
            raise Refused(f"Posting {latest.number} is newer than the one you saw. Check it, then draw.")
        seeded = latest.result.seeded
        if len(seeded) < 2:
            raise Refused("A bracket needs at least two qualifiers whose order is settled.")
        entrants = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=locked, number__in=seeded)}
        replaced = set(departures_of(locked, is_replaced=True)) & set(seeded)
        if replaced:
            names = " and ".join(entrants[number].name for number in seeded if number in replaced)
            raise Refused(f"Post again first. Posting {latest.number} still includes {names}.")
        is_outdated = has_other_seeds(locked, latest)
        if is_outdated and not is_confirmed:
            raise SeedsHaveChanged(
                f"The seeds have changed since posting {latest.number}. Post again, or draw from it anyway."
            )
        bracket = Bracket.objects.create(tournament=locked, posting=latest, size=latest.result.bracket_size)
        Seed.objects.bulk_create(
            Seed(bracket=bracket, seed=seed, entrant=entrants[number]) for seed, number in enumerate(seeded, start=1)
        )
        record_change(
            locked,
            actor,
            AuditAction.BRACKET_DRAWN,
            f"posting {latest.number}",
            after={"size": bracket.size, "seeds": seeded} | ({"outdated": True} if is_outdated else {}),
            rule="13.2.d" if locked.edition == "acc-2020" else "",
        )
    return bracket


def delete_draw(tournament: Tournament, actor: StaffMember) -> None:
    """Delete the draw while no result is in force; the log keeps the seeds.

    Raises:
        Refused: nothing is drawn, a result stands, or the bracket came with an event file.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        bracket = Bracket.objects.filter(tournament=locked).select_related("posting").first()
        if bracket is None:
            raise Refused("The bracket is not drawn.")
        results = Match.objects.active().filter(bracket=bracket).count()
        if results:
            raise Refused(f"The bracket has {results} result{'' if results == 1 else 's'}. Undo every result first.")
        seeds = list(bracket.seeds.values_list("entrant__number", flat=True))
        record_change(
            locked,
            actor,
            AuditAction.DRAW_UNDONE,
            f"posting {bracket.posting.number}" if bracket.posting is not None else "the event file",
            before={"size": bracket.size, "seeds": seeds},
        )
        bracket.delete()


def note_departure(tournament: Tournament, actor: StaffMember, *, number: int, is_replaced: bool) -> None:
    """Note that a qualifier left before the draw, and what happens to the place.

    Without ``is_replaced`` they keep it and forfeit; with it the qualifiers are posted again without them, and the
    high non-qualifier moves up.

    Raises:
        Refused: the bracket is drawn, nothing is posted, they do not qualify, this is noted already, or
            nobody can move up before a tie below the line is settled.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        entrant = _qualifier(locked, number, is_replaced)
        Departure.objects.create(entrant=entrant, is_replaced=is_replaced, made_by=actor.name)
        record_change(locked, actor, AuditAction.DEPARTURE_NOTED, entrant.name[:200], after={"replaced": is_replaced})


def revoke_departure(tournament: Tournament, actor: StaffMember, *, number: int) -> None:
    """Revoke a qualifier's departure, if noted; Refused once the bracket is drawn."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        _refuse_once_drawn(locked)
        active = Departure.objects.active().filter(entrant__tournament=locked, entrant__number=number)
        found = active.select_related("entrant").first()
        if found is None:
            return
        Departure.objects.filter(pk=found.pk).revoke(actor.name, "undone")
        record_change(
            locked,
            actor,
            AuditAction.DEPARTURE_UNDONE,
            found.entrant.name[:200],
            before={"replaced": found.is_replaced},
        )


def _refuse_once_drawn(tournament: Tournament) -> None:
    if Bracket.objects.filter(tournament=tournament).exists():
        raise Refused("The bracket is already drawn. Award the match to the opponent, or undo the draw.")


def _qualifier(tournament: Tournament, number: int, is_replaced: bool) -> Entrant:
    _refuse_once_drawn(tournament)
    posting = latest_posting(tournament)
    if posting is None:
        raise Refused("Post the qualifiers first.")
    seeded = posting.result.seeded
    entrant = Entrant.objects.filter(tournament=tournament, number=number).first()
    if entrant is None or number not in seeded:
        raise Refused("No qualifier of the latest posting has this number.")
    if Departure.objects.active().filter(entrant=entrant).exists():
        raise Refused(f"{entrant.shown_name} is already marked as having left.")
    everybody_qualifies = len(posting.result.standings) == len(seeded)
    if is_replaced and posting.result.high_nonqualifier is None and not everybody_qualifies:
        raise Refused("The high non-qualifier is not settled, so nobody can move up. Keep the place and forfeit.")
    return entrant
