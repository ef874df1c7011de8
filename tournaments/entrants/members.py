"""Members of the ACC, by the files of the directors of an event: numbers for names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.entrants.imports.cells import tidy_acc_number
from tournaments.entrants.imports.rows import ListedEntrant
from tournaments.models import Entrant, Member, MemberFile, Role, Tournament
from tournaments.rules.text import folded


def member_files(tournament: Tournament) -> QuerySet[MemberFile]:
    """Return the files of those who direct an event."""
    directed = tournament.staff.filter(role=Role.DIRECTOR, ended_at=None).values("user")
    return MemberFile.objects.filter(owner__in=directed).order_by("loaded_at")


def members_named(tournament: Tournament, names: Iterable[str]) -> Mapping[str, Sequence[Member]]:
    """Return the members of these names by the name as it is compared. One query."""
    wanted = {folded(name) for name in names if name}
    found: dict[str, list[Member]] = {}
    for member in Member.objects.filter(file__in=member_files(tournament), folded_name__in=wanted):
        found.setdefault(member.folded_name, []).append(member)
    return found


def number_for(members: Iterable[Member], club: str = "") -> str:
    """Return the ACC number where it is certain: one member has the name, of two namesakes one the club."""
    numbers = {member.acc_number: member for member in members}
    same_club = [number for number, one in numbers.items() if club and folded(one.club) == folded(club)]
    if len(numbers) > 1:
        return same_club[0] if len(same_club) == 1 else ""
    other_club = [one for one in numbers.values() if club and one.club and folded(one.club) != folded(club)]
    return "" if other_club else next(iter(numbers), "")


def fill_acc_number(entrant: Entrant) -> None:
    """Give an entrant the number of the member that they are, unless they have one or somebody here has it."""
    if entrant.acc_number or entrant.house_player or entrant.partner:
        return
    named = members_named(entrant.tournament, [entrant.name]).get(folded(entrant.name), ())
    number = number_for(named, entrant.club)
    others = Entrant.objects.filter(tournament=entrant.tournament).exclude(pk=entrant.pk)
    if number and not others.filter(acc_number__iexact=number).exists():
        entrant.acc_number = number


def with_numbers(tournament: Tournament, listed: Sequence[ListedEntrant]) -> Sequence[ListedEntrant]:
    """Return the rows of a list, each without ACC number with that of the member whom it names. One query."""
    blank = [row for row in listed if not row.stated.get("acc_number") and not row.stated.get("partner")]
    named = members_named(tournament, [row.name for row in blank]) if blank else {}
    if not named:
        return listed
    taken = {str(row.stated.get("acc_number")) for row in listed}
    taken |= set(tournament.entrants.exclude(acc_number="").values_list("acc_number", flat=True))
    names = [folded(row.name) for row in listed]
    filled = []
    for row in listed:
        key = folded(row.name)
        is_blank = not row.stated.get("acc_number") and not row.stated.get("partner")
        number = number_for(named.get(key, ()), str(row.stated.get("club", ""))) if is_blank else ""
        is_clear = number and number not in taken and names.count(key) == 1
        filled.append(replace(row, stated={**row.stated, "acc_number": number}) if is_clear else row)
    return filled


def expired_members(tournament: Tournament, entrants: Iterable[Entrant]) -> list[tuple[Entrant, Member]]:
    """Return entrants whose number had expired on the day of the event, with the member. One query."""
    expired_by = tournament.starts_on or timezone.localdate()
    numbers = {tidy_acc_number(one.acc_number): one for one in entrants if one.acc_number}
    members = Member.objects.filter(file__in=member_files(tournament))
    found = members.filter(acc_number__in=numbers, expires_on__lt=expired_by)
    return [(numbers[member.acc_number], member) for member in found]
