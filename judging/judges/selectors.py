"""Read the people of an event, to tell who may judge which call."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils import timezone

from judging.models import Call, JudgePost, Relation, Whereabouts
from judging.rules.conflicts import Bond, Person, bonds_with, party_to
from judging.rules.conflicts import Relation as KnownRelation
from tournaments.models import Entrant, Role, StaffMember, Substitution, Tournament
from tournaments.rules.text import folded


@dataclass(slots=True)
class Judge:
    """Somebody who may judge at the event; ``entrant`` is their card, by link or by name, where they play as well.

    Of a call, ``party`` is which of its players they are, by name, and ``bonds`` what ties them to one.
    """

    member: StaffMember
    entrant: Entrant | None = None
    party: str = ""
    bonds: Sequence[str] = ()

    @property
    def is_head(self) -> bool:
        """Whether they lead the others."""
        post: JudgePost | None = getattr(self.member, "judge_post", None)
        return post is not None and post.is_head

    @property
    def whereabouts(self) -> str:
        """Where they are, as they have said last."""
        post: JudgePost | None = getattr(self.member, "judge_post", None)
        return whereabouts_unless_said(self.entrant) if post is None else post.whereabouts

    @property
    def words(self) -> str:
        """Where they are, in words."""
        return Whereabouts(self.whereabouts).label

    @property
    def look(self) -> str:
        """The class of the mark beside the words."""
        return {"available": "done", "at-table": "partly"}.get(self.whereabouts, "")


def judges_of(tournament: Tournament) -> list[Judge]:
    """Return everybody who may judge: judges, head judge first, then directors. Three queries or fewer."""
    now = timezone.now()
    members = StaffMember.objects.filter(tournament=tournament, role__in=(Role.JUDGE, Role.DIRECTOR)).select_related(
        "invitation", "judge_post", "entrant"
    )
    by_name = _entrants_called(tournament, {folded(member.name) for member in members if member.entrant is None})
    judges = [Judge(one, one.entrant or by_name.get(folded(one.name))) for one in members if one.may_work(now)]
    return sorted(judges, key=lambda row: (not row.is_head, not row.member.is_judge, row.member.name))


def head_judge_of(tournament: Tournament) -> str:
    """Return the head judge's name, blank where nobody is. One query."""
    head = JudgePost.objects.filter(member__tournament=tournament, is_head=True)
    return head.values_list("member__name", flat=True).first() or ""


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


def against(call: Call, name: str, entrant: Entrant | None) -> tuple[str, list[str]]:
    """Return which player of a call a judge is, blank for none, and what ties them to both. Seven queries at most."""
    judge = _as_judge(name, card_of(call.tournament, name, entrant))
    return _against(judge, players_of(call), relations_of(call.tournament))


def candidates_for(call: Call) -> list[Judge]:
    """Return who may sign a call and has not yet: five queries, whatever the number of judges."""
    on_it = {judge.member_id for judge in call.judges_on_it}
    players, relations = players_of(call), relations_of(call.tournament)
    found = [judge for judge in judges_of(call.tournament) if judge.member.pk not in on_it]
    for judge in found:
        judge.party, judge.bonds = _against(_as_judge(judge.member.name, judge.entrant), players, relations)
    return found


def _as_judge(name: str, entrant: Entrant | None) -> Person:
    """Return a judge; one who holds a card at the event has that card's club."""
    return Person((name, entrant.name), entrant.club, entrant.pk) if entrant else Person((name,))


def _against(judge: Person, players: list[Person], relations: list[KnownRelation]) -> tuple[str, list[str]]:
    party = party_to(judge, players)
    return party.name if party else "", bonds_with(judge, players, relations)
