"""An event with a row in every table that an archive has, and what is stored of it, table by table."""

import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from brackets.event_files.store import import_event
from brackets.models import Announcement, Match, SideEvent
from brackets.playoffs.services.draw import draw_bracket
from brackets.playoffs.services.matches import record_result
from brackets.playoffs.services.rounds import note_absence, set_start
from brackets.posting.services import post_qualifiers
from brackets.rules.forfeits import Half
from judging.models import Call, CallJudge, CallRuling, CallSignature, Disagreement, JudgePost, Relation
from scorecards.models import ClubMatch, ClubMatchPlayer, DecidedLine, Decision
from tests.events import everybody_qualifies
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory, TournamentFactory, UserFactory
from tournaments.archives.export import write_archive
from tournaments.archives.tables import tables
from tournaments.changes.audit import record_change
from tournaments.models import AuditAction, AuditEntry, Entrant, Invitation, StaffMember, Tournament, UndoStep
from tournaments.rules.types import EventFile

APPS = ("tournaments", "scorecards", "brackets", "judging")
AT_THE_MOMENT = {"last_seen_at", "is_hidden", "awaited", "digest"}


def full_event(event_file: EventFile | None = None) -> Tournament:
    """Store an event that its director, Ada Birch, has posted, with a row in every table."""
    ada = UserFactory(username="ada", first_name="Ada", last_name="Birch")
    tournament = import_event(event_file=event_file or everybody_qualifies(), director=ada)
    me = StaffMember.objects.get(tournament=tournament, user=ada)
    post_qualifiers(tournament=tournament, actor=me, seen=tournament.version)
    draw_bracket(tournament=tournament, actor=me, posting=1)
    set_start(tournament=tournament, actor=me, round_number=1, starts_at=timezone.now())
    note_absence(tournament=tournament, actor=me, round_number=1, slot=1, half=Half.LOWER)
    record_result(tournament=tournament, actor=me, round_number=1, slot=1, games=(3, 1), seen=0)
    record_result(tournament=tournament, actor=me, round_number=1, slot=2, games=(0, 3), seen=0)
    tournament.refresh_from_db()
    now = timezone.now()
    # Another event first, so that no number of ours is a row's own.
    EntrantFactory(tournament=TournamentFactory(name="Another"))
    bo = _checker(tournament, now)
    entry = record_change(tournament, me, AuditAction.SEATS_DRAWN, "Seats", before={"z": 1, "a": [2.5, None]}, after=[])
    step = UndoStep.objects.create(entry=entry, of="seating", version=2, state={"seats": {"1": "A-1"}})
    again = record_change(tournament, bo, AuditAction.SEATING_UNDONE, "Seats")
    UndoStep.objects.create(entry=again, of="seating", version=2, state={}, undoes=step, digest="ab")
    _calls(tournament, bo)
    first = Announcement.objects.create(tournament=tournament, text="Lunch at noon.", made_by="Ada Birch")
    Announcement.objects.create(
        tournament=tournament, text="Lunch at one. Çà et là", made_by="Ada Birch", replaces=first
    )
    played = Match.objects.filter(bracket__tournament=tournament).order_by("pk").first()
    assert played is not None
    values = {one.attname: getattr(played, one.attname) for one in Match._meta.concrete_fields if one.name != "id"}
    Match.objects.filter(pk=played.pk).update(revoked_at=now, revoked_by="Ada Birch", revoked_reason="wrong slip")
    Match.objects.create(**values | {"replaces_id": played.pk, "made_by": "Ada Birch"})
    one, other = Entrant.objects.filter(tournament=tournament).order_by("number")[2:]
    decision = row(Decision, tournament=tournament, first=one, second=other, game=1, made_by="Ada Birch")
    row(DecidedLine, decision=decision, entrant=one)
    row(DecidedLine, decision=decision, entrant=other, points=0, plus=None, minus=12)
    match = row(ClubMatch, tournament=tournament)
    for side, entrant in enumerate((one, other)):
        row(ClubMatchPlayer, match=match, side=side, entrant=entrant)
    for table in tables().values():
        if not table.is_between and not rows_of(table.model, tournament).exists():
            _fill(table.model, tournament)
    row(SideEvent, main=TournamentFactory(name="Main of the weekend"), event=tournament)
    return tournament


def _checker(tournament: Tournament, now: Any) -> StaffMember:
    invitation = Invitation.objects.create(
        tournament=tournament, role="checker", digest="d1", made_by="Ada Birch", ends_at=now + timedelta(hours=9)
    )
    bo = StaffMember.objects.create(
        tournament=tournament,
        role="checker",
        invitation=invitation,
        name="Bo Ash",
        initials="BA",
        person="secret-of-bo",
    )
    StaffMember.objects.create(
        tournament=tournament, role="judge", invitation=invitation, name="Robert", initials="RA", person="secret-of-bo"
    )
    bo.entrant = Entrant.objects.filter(tournament=tournament).order_by("number")[3]
    bo.save()
    Invitation.objects.create(
        tournament=tournament, role="checker", digest="d2", made_by="Ada Birch", ends_at=now, member=bo
    )
    return bo


def _calls(tournament: Tournament, bo: StaffMember) -> None:
    one, other = Entrant.objects.filter(tournament=tournament).order_by("number")[:2]
    call = Call.objects.create(tournament=tournament, number=1, key=uuid4(), game=1, first=one, second=other)
    judge = CallJudge.objects.create(call=call, place=1, member=bo, name="Bo Ash", initials="BA")
    ruling = CallRuling.objects.create(call=call, text="Two back.", rules=["8.4.c.(1)"], made_by="Bo Ash")
    CallSignature.objects.create(ruling=ruling, judge=judge, made_by="Bo Ash")
    Disagreement.objects.create(call=call, ruling=ruling, player=one, made_by="Bo Ash")
    Relation.objects.create(tournament=tournament, first="Bo Ash", second="Cy Dune", bond="family", made_by="Ada")
    JudgePost.objects.create(member=bo, is_head=True)


def _fill(model: type[models.Model], tournament: Tournament) -> None:
    """Store a row of the event: entrants are the first ones, other rows the first there is."""
    entrants = iter(Entrant.objects.filter(tournament=tournament).order_by("number"))
    values: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        if not isinstance(field, models.ForeignKey) or field.null:
            continue
        related = field.related_model
        if related is Tournament:
            values[field.name] = tournament
        elif related is Entrant:
            values[field.name] = next(entrants)
        elif (found := rows_of(related, tournament).order_by("pk").first()) is not None:
            values[field.name] = found
    row(model, **values)


def rows_of(model: type[models.Model], tournament: Tournament) -> models.QuerySet[Any]:
    """Return the rows that belong to an event, found by every way that leads there."""
    table = tables()[model._meta.label]
    rows = model._base_manager.all()
    if table.same:
        owner, name = table.owner
        keys = rows_of(apps.get_model(owner), tournament).values_list(name, flat=True)
        return rows.filter(pk__in=[key for key in keys if key is not None])
    return rows.filter(**{table.path or "pk": tournament.pk})


def stored(tournament: Tournament) -> dict[str, list[dict[str, Any]]]:
    """Return everything that is stored of an event, by table, in order; links as the place of the row they lead to."""
    places: dict[type[models.Model], dict[int, int]] = {}
    ours = [table for table in tables().values() if not table.is_between]
    for table in ours:
        keys = rows_of(table.model, tournament).order_by("pk").values_list("pk", flat=True)
        places[table.model] = {key: place for place, key in enumerate(keys)}
    people: dict[str, int] = {}
    found: dict[str, list[dict[str, Any]]] = {}
    for table in ours:
        for stored_row in rows_of(table.model, tournament).order_by("pk"):
            values = {}
            for field in table.model._meta.concrete_fields:
                value = getattr(stored_row, field.attname)
                if field.name in AT_THE_MOMENT - ({"digest"} if table.model in (AuditEntry, UndoStep) else set()):
                    continue
                if isinstance(field, models.ForeignKey) and field.related_model in places:
                    value = None if value is None else places[field.related_model][value]
                elif field.name in ("user", "had_account"):
                    value = getattr(stored_row, "user_id", None) is not None or getattr(
                        stored_row, "had_account", False
                    )
                    value = value and table.model is StaffMember
                elif field.name in ("person", "device"):
                    value = people.setdefault(value, len(people)) if value else ""
                elif field.name == "id":
                    continue
                elif field.name == "after" and table.model.__name__ == "GameUnlock":
                    value = sum(key <= value for key in places[apps.get_model("scorecards.GameReport")])
                values[field.name] = value
            found.setdefault(table.name, []).append(values)
    return found


def archive_of(tournament: Tournament) -> bytes:
    file = io.BytesIO()
    write_archive(tournament, file)
    return file.getvalue()


def empty_the_database() -> None:
    """Delete every row of ours, and every user, as on a new machine; numbers of rows go on."""
    for model in reversed(apps.get_models()):
        if model._meta.app_label in APPS or model is User:
            model._base_manager.all()._raw_delete("default")
