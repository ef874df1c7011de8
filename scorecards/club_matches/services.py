"""Club matches: begin a match, record its games, undo, post finished matches."""

from collections.abc import Mapping, Sequence

from django.db.models import Max

from scorecards.club_matches.selectors import latest_match_posting, matches_of, posting_data, terms_in_words
from scorecards.models import ClubGame, ClubMatch, ClubMatchPlayer, ClubMatchPosting
from scorecards.rules.clubs.match_points import PlayedGame, games_of_record
from scorecards.rules.clubs.match_terms import MAX_TARGET, MatchTerms
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.types import EventFile

MAX_PARTNERS = 3
"""The most players on one side: club-rules.txt has partners at tables of four to six."""


class MatchChanged(Refused):
    """Somebody recorded or undid a game of this match meanwhile, or undid the match."""

    status = 409

    def __init__(self) -> None:
        super().__init__("Not saved. Another person changed this match. Check it again.")


def begin_match(
    tournament: Tournament, actor: StaffMember, *, terms: MatchTerms, sides: Sequence[Sequence[int]]
) -> ClubMatch:
    """Store a match: its terms, and the entrants' numbers of each side.

    Raises:
        Refused: the event is no club event, or the sides or the terms cannot be.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        if locked.kind != "club":
            raise Refused("Matches by match points belong to club events.")
        entrants = _entrants(locked, terms, sides)
        number = ClubMatch.objects.filter(tournament=locked).aggregate(last=Max("number"))["last"] or 0
        match = _store(locked, number + 1, terms.form.value, terms.scheme, terms.target, sides, entrants, actor.name)
        after = {"sides": [list(numbers) for numbers in sides], "terms": terms_in_words(terms)}
        record_change(locked, actor, AuditAction.CLUB_MATCH_STARTED, f"match {match.number}", after=after)
    return match


def _store(
    tournament: Tournament,
    number: int,
    form: str,
    scheme: str,
    target: int,
    sides: Sequence[Sequence[int]],
    entrants: Mapping[int, Entrant],
    made_by: str,
) -> ClubMatch:
    match = ClubMatch.objects.create(
        tournament=tournament, number=number, form=form, scheme=scheme, target=target, made_by=made_by
    )
    players = [(side, entrants[one]) for side, numbers in enumerate(sides) for one in numbers]
    ClubMatchPlayer.objects.bulk_create(ClubMatchPlayer(match=match, side=side, entrant=one) for side, one in players)
    return match


def _entrants(tournament: Tournament, terms: MatchTerms, sides: Sequence[Sequence[int]]) -> dict[int, Entrant]:
    """Return the entrants by number, or refuse sides that cannot be."""
    if not 1 <= terms.target <= MAX_TARGET:
        raise Refused(f"A match is played to 1 to {MAX_TARGET} match points.")
    if terms.scheme not in terms.form.schemes:
        raise Refused("Match points are chosen for a match of two sides, and only there.")
    if len(sides) == terms.sides and not terms.form.players:
        for side, numbers in enumerate(sides):
            if not 1 <= len(numbers) <= MAX_PARTNERS:
                raise Refused(f"A side is one player, or up to {MAX_PARTNERS} partners.", f"side-{side}")
    if problem := terms.problem_of_sides([len(numbers) for numbers in sides]):
        raise Refused(problem.said, f"side-{problem.side}")
    found = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=tournament)}
    seen: set[int] = set()
    for side, numbers in enumerate(sides):
        for number in numbers:
            if number not in found:
                raise Refused(f"Nobody has the number {number}.", f"side-{side}")
            if number in seen:
                raise Refused(f"{found[number].name} is named twice.", f"side-{side}")
            seen.add(number)
    return found


def store_club_matches(
    *, tournament: Tournament, entrants: Mapping[int, Entrant], event_file: EventFile, made_by: str
) -> None:
    """Store the matches of an event file, numbered in its order. Runs inside the caller's transaction."""
    for number, record in enumerate(event_file.club_matches, start=1):
        match = _store(tournament, number, record.form, record.scheme, record.target, record.sides, entrants, made_by)
        ClubGame.objects.bulk_create(
            ClubGame(match=match, number=at, pegged=list(game.pegged), out=list(game.out), made_by=made_by)
            for at, game in enumerate(games_of_record(record), start=1)
        )


def record_game(tournament: Tournament, actor: StaffMember, *, number: int, game: int, played: PlayedGame) -> ClubMatch:
    """Enter the next game of match ``number`` and return how the match stands; ``game`` is which one it is.

    The last game sent once more as it was entered counts once.

    Raises:
        MatchChanged: this is not the game to come any more, or the match was undone.
        GameError: the game cannot be, or the match is won already.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        match = _match_now(locked, number)
        if match.next_game == game + 1 and match.played and match.played[-1] == played:
            return match  # the same Enter pressed twice
        if match.next_game != game:
            raise MatchChanged
        match.played.append(played)
        course = match.course
        ClubGame.objects.create(
            match=match, number=game, pegged=list(played.pegged), out=list(played.out), made_by=actor.name
        )
        after = {"game": game, "pegged": list(played.pegged), "score": list(course.score)}
        if played.out:
            after["out"] = list(played.out)
        record_change(locked, actor, AuditAction.CLUB_GAME_ENTERED, f"match {match.number}", after=after)
    return match


def revoke_game(tournament: Tournament, actor: StaffMember, *, number: int, game: int) -> None:
    """Revoke the last game of a match. The next one recorded takes its number.

    Raises:
        MatchChanged: ``game`` is not the last one any more.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        match = _match_now(locked, number)
        if not match.played or len(match.played) != game:
            raise MatchChanged
        rows = ClubGame.objects.active().filter(match=match, number=game)
        before = {"game": game, "pegged": rows.get().pegged, "score": list(match.course.score)}
        rows.revoke(actor.name, "undone")
        record_change(locked, actor, AuditAction.CLUB_GAME_UNDONE, f"match {match.number}", before=before)


def revoke_match(tournament: Tournament, actor: StaffMember, *, number: int, why: str) -> None:
    """Revoke a match. Its games stay with it in the records.

    Raises:
        MatchChanged: it was undone before.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        match = _match_now(locked, number)
        ClubMatch.objects.filter(pk=match.pk).revoke(actor.name, why)
        before = {"sides": [side.name for side in match.sides], "score": list(match.course.score)}
        record_change(
            locked,
            actor,
            AuditAction.CLUB_MATCH_UNDONE,
            f"match {match.number}",
            before=before,
            after={"why": why} if why else None,
        )


def post_matches(tournament: Tournament, actor: StaffMember, *, seen: int) -> ClubMatchPosting:
    """Freeze the finished matches and their standings for everybody, as they are now.

    ``seen`` is the tournament's version that the page showed.

    Raises:
        Refused: no match is finished, or nothing has changed since the last posting.
        Refused: something has, since the page was shown.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        if locked.version != seen:
            raise Refused("The event has changed. Check it again, then post.", status=409)
        shown = posting_data(matches_of(locked))
        last = latest_match_posting(locked)
        if not shown["matches"] and last is None:
            raise Refused("No match is finished yet.")
        if last is not None and last.shown == shown:
            raise Refused("Nothing has changed since the last posting.")
        posting = ClubMatchPosting.objects.create(
            tournament=locked, number=last.number + 1 if last else 1, shown=shown, made_by=actor.name
        )
        record_change(
            tournament=locked,
            actor=actor,
            action=AuditAction.CLUB_MATCHES_POSTED,
            subject=f"posting {posting.number} of matches",
            after={"matches": len(shown["matches"])},
        )
    return posting


def _match_now(tournament: Tournament, number: int) -> ClubMatch:
    for match in matches_of(tournament):
        if match.number == number:
            return match
    raise MatchChanged
