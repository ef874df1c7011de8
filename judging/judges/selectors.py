"""Reading who is who at an event, for the question of who may judge what."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils import timezone

from judging.models import Call, JudgePost, Relation, Whereabouts
from judging.rules.conflicts import Bond, Person, bonds_with, party_to
from judging.rules.conflicts import Relation as KnownRelation
from tournaments.models import Entrant, Role, StaffMember, Substitution, Tournament
from tournaments.rules.text import folded


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """Somebody who may judge at the event; ``entrant`` is their card, by link or by name, where they play as well."""

    member: StaffMember
    is_head: bool
    whereabouts: str
    entrant: Entrant | None = None

    @property
    def words(self) -> str:
        """Where they are, in words."""
        return Whereabouts(self.whereabouts).label

    @property
    def look(self) -> str:
        """The class of the mark beside the words."""
        return {"available": "done", "at-table": "partly"}.get(self.whereabouts, "")


def judges_of(tournament: Tournament) -> list[JudgeRow]:
    """Return everybody who may judge: judges, head judge first, then directors. Three queries or fewer."""
    now = timezone.now()
    members = StaffMember.objects.filter(tournament=tournament, role__in=(Role.JUDGE, Role.DIRECTOR)).select_related(
        "invitation", "judge_post", "entrant"
    )
    by_name = _entrants_called(tournament, {folded(member.name) for member in members if member.entrant is None})
    rows = [
        _judge_row(member, member.entrant or by_name.get(folded(member.name)))
        for member in members
        if member.may_work(now)
    ]
    return sorted(rows, key=lambda row: (not row.is_head, not row.member.is_judge, row.member.name))


def head_judge_of(tournament: Tournament) -> str:
    """Return the head judge's name, blank where nobody is. One query."""
    head = JudgePost.objects.filter(member__tournament=tournament, is_head=True)
    return head.values_list("member__name", flat=True).first() or ""


def _judge_row(member: StaffMember, entrant: Entrant | None) -> JudgeRow:
    post: JudgePost | None = getattr(member, "judge_post", None)
    if post is None:
        return JudgeRow(member, False, whereabouts_unless_said(entrant), entrant)
    return JudgeRow(member, post.is_head, post.whereabouts, entrant)


def whereabouts_unless_said(entrant: Entrant | None) -> Whereabouts:
    """Return where a judge is who has said nothing: with a card of their own, at the table until the hand is done."""
    return Whereabouts.AVAILABLE if entrant is None else Whereabouts.AT_TABLE


def card_of(tournament: Tournament, name: str, entrant: Entrant | None) -> Entrant | None:
    """Return the card that a judge plays with at the event: the one they are linked to, else that of their name."""
    return entrant or _entrants_called(tournament, {folded(name)}).get(folded(name))


def _entrants_called(tournament: Tournament, names: Collection[str]) -> dict[str, Entrant]:
    """Return who has one of these names, by name; the first entered of two. Two queries where anybody has one."""
    rows = Entrant.objects.filter(tournament=tournament).order_by("-pk").values_list("pk", "name") if names else ()
    found = {called: key for key, name in rows if (called := folded(name)) in names}
    entrants = Entrant.objects.in_bulk(found.values()) if found else {}
    return {name: entrants[key] for name, key in found.items() if key in entrants}


def players_of(call: Call) -> list[Person]:
    """Return the two parties by every name under which they play this game: partners and substitutes too."""
    entrants = Entrant.objects.filter(pk__in=(call.first_id, call.second_id)).prefetch_related(
        Prefetch("substitutions", Substitution.objects.order_by("pk"))
    )
    people = {entrant.pk: _person(entrant, call.game) for entrant in entrants}
    return [people[call.first_id], people[call.second_id]]


def _person(entrant: Entrant, game: int | None) -> Person:
    in_the_chair = [one.name for one in entrant.substitutions.all() if game is None or one.from_game <= game]
    names = (entrant.name, *filter(None, (entrant.partner, *in_the_chair)))
    return Person(names, entrant.club, entrant.pk)


def relations_of(tournament: Tournament) -> list[KnownRelation]:
    """Return which people are close, as the director has entered it."""
    rows = Relation.objects.active().filter(tournament=tournament)
    return [KnownRelation(row.first, row.second, Bond(row.bond)) for row in rows]


def judge_as_person(tournament: Tournament, name: str, entrant: Entrant | None) -> Person:
    """Return a judge; one who holds a card at the event, by link or by name, has that card's club."""
    entrant = card_of(tournament, name, entrant)
    if entrant is None:
        return Person((name,))
    return Person((name, entrant.name), entrant.club, entrant.pk)


@dataclass(frozen=True, slots=True)
class Fitness:
    """Whether somebody may judge a call: not as ``party``; with ``bonds`` only for a reason."""

    party: str
    bonds: list[str]


def fitness_for(call: Call, judge: Person, players: list[Person], relations: list[KnownRelation]) -> Fitness:
    """Weigh a judge against the two players."""
    party = party_to(judge, players)
    return Fitness(party.name if party else "", bonds_with(judge, players, relations))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A judge who could sign a call, with what speaks against it."""

    row: JudgeRow
    fitness: Fitness


def candidates_for(call: Call) -> list[Candidate]:
    """Return who may sign a call and has not yet: five queries, whatever the number of judges."""
    on_it = {judge.member_id for judge in call.judges_on_it}
    players, relations = players_of(call), relations_of(call.tournament)
    found = []
    for row in judges_of(call.tournament):
        entrant = row.entrant
        names = (row.member.name, *([entrant.name] if entrant else []))
        person = Person(names, entrant.club if entrant else "", entrant.pk if entrant else None)
        if row.member.pk not in on_it:
            found.append(Candidate(row, fitness_for(call, person, players, relations)))
    return found
