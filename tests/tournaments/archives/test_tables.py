"""What an archive carries follows from the models; what may not travel is named, each field of it, and why."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, models

from brackets.event_files.store import import_event
from tests.events import round_robin
from tests.tournaments.archives.test_archive_of_event import archive_of, restored_from
from tournaments.archives.tables import ALL, STAND_INS, tables, target_of
from tournaments.models import Entrant

APPS = ("tournaments", "scorecards", "brackets", "judging")
MODELS = {model._meta.label: model for app in APPS for model in apps.get_app_config(app).get_models()}
OF_NO_EVENT = {
    "tournaments.ImportedHeadings": "a choice of a user, for every event",
    "tournaments.SignInLink": "it signs a user in",
    "tournaments.SignIn": "where a user is signed in",
    "tournaments.SecondStep": "the secret of a user",
    "tournaments.MemberFile": "a director's list of members, for every event",
    "tournaments.Member": "of such a list",
    "brackets.PayoutTemplate": "a choice of a user, for every event",
}
# Carried over as they are, and why that is right. A new field of these kinds fails the test until it stands here or
# is kept back.
AS_IT_IS = {
    "tournaments.Tournament.slug": "the event gets its address again; restoring gives another where it is taken",
    "tournaments.AuditEntry.digest": "the chain of the log, which is on paper",
    "tournaments.UndoStep.digest": "of a seating, by numbers and seats",
    "scorecards.PictureFile.digest": "of the file's bytes: the same picture is not taken twice",
    "tournaments.StaffMember.user": "only whether there was an account",
    "scorecards.CardCode.device_at": "when a phone opened the card, not which",
}
# JSON that names nothing by its primary key: numbers of entrants, games, seats; texts.
WITHOUT_KEYS = {
    "tournaments.Tournament.best_of",
    "tournaments.AuditEntry.before",
    "tournaments.AuditEntry.after",
    "tournaments.UndoStep.state",
    "scorecards.Confirmation.seen",
    "scorecards.Confirmation.replaced",
    "scorecards.HighHand.cards",
    "scorecards.ClubGame.pegged",
    "scorecards.ClubGame.out",
    "scorecards.ClubMatchPosting.shown",
    "scorecards.RoundClosing.written",
    "scorecards.CardPicture.refusals",
    "scorecards.CardPicture.reading",
    "scorecards.PictureConfirmation.read",
    "scorecards.PictureConfirmation.confirmed",
    "scorecards.PictureConfirmation.entered",
    "scorecards.PictureConfirmation.shown",
    "scorecards.StoredResult.report",
    "scorecards.StoredResult.passes",
    "scorecards.StoredResult.before",
    "scorecards.Ruling.rules",
    "brackets.Posting.report",
    "brackets.Posting.people",
    "brackets.Posting.changes",
    "brackets.Posting.waivers",
    "brackets.PostedCard.snapshot",
    "brackets.HeldPosting.report",
    "brackets.HeldPosting.people",
    "brackets.HeldPosting.waivers",
    "brackets.HeldPosting.cards",
    "brackets.MoneyPlan.table",
    "brackets.ClubSeason.points",
    "judging.CallJudge.bonds",
    "judging.CallRuling.rules",
    "judging.CallRuling.answers",
}
SECRETS = ("digest", "secret", "token", "password", "device", "person", "session", "recovery")


@pytest.fixture
def shoe_size(db: None) -> Iterator[None]:
    """Give entrants a field that no list of ours knows."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournaments_entrant ADD COLUMN shoe_size integer NOT NULL DEFAULT 0")
    models.IntegerField(default=0).contribute_to_class(Entrant, "shoe_size")
    tables.cache_clear()
    yield
    Entrant._meta.local_fields.remove(Entrant._meta.get_field("shoe_size"))
    del Entrant.shoe_size  # type: ignore[attr-defined]
    Entrant._meta._expire_cache()
    tables.cache_clear()


def test_new_field_of_a_table_is_carried_by_itself(shoe_size: None) -> None:
    tournament = import_event(event_file=round_robin())
    tournament.entrants.update(shoe_size=44)

    restored = restored_from(archive_of(tournament)).tournament

    assert set(restored.entrants.values_list("shoe_size", flat=True)) == {44}


def test_every_field_is_carried_but_for_those_that_may_not_travel() -> None:
    may_not = {name: {*fields} for name, fields in settings.NOT_IN_ARCHIVES.items() if fields != ALL}
    may_not["tournaments.StaffMember"] |= {"had_account"}  # it is in the place of the account
    may_not["tournaments.AuditEntry"] = {"user"}
    left = {
        name: {one.name for one in table.model._meta.concrete_fields if not (one.primary_key or one.generated)}
        - {*table.columns}
        for name, table in tables().items()
        if not table.is_between
    }

    assert {name: fields for name, fields in left.items() if fields} == may_not


def test_every_table_is_in_the_archive_or_left_out_for_a_reason() -> None:
    stay = [name for name, fields in settings.NOT_IN_ARCHIVES.items() if fields == ALL]

    assert sorted([*tables(), *stay, *OF_NO_EVENT]) == sorted(MODELS)


def test_every_table_of_an_event_leads_to_it_after_those_to_which_it_must_link() -> None:
    order = list(tables())
    paths = {name: table.path for name, table in tables().items() if not table.same}
    required = [
        (name, target)
        for name, table in tables().items()
        for one in table.fields
        if (target := target_of(one)) and not one.null
    ]

    assert [name for name, path in paths.items() if not path] == ["tournaments.Tournament"]
    assert [path for path in paths.values() if path and not path.endswith(("tournament", "main"))] == []
    assert {name for name, table in tables().items() if table.owner[0] and table.same} == {*settings.SHARED_BY_EVENTS}
    assert [link for link in required if order.index(link[1]) >= order.index(link[0])] == []


def test_every_field_that_may_be_a_secret_or_is_unique_on_the_site_is_decided_on() -> None:
    suspects = {
        f"{name}.{one.name}"
        for name, table in tables().items()
        for one in table.fields
        if one.name not in STAND_INS
        and (
            any(word in one.name for word in SECRETS)
            or (one.unique and not isinstance(one, models.ForeignKey | models.UUIDField))
            or (target_of(one) or name) not in MODELS
        )
    }

    assert suspects == {*AS_IT_IS}


def test_every_field_of_json_is_known_to_name_no_row_by_its_primary_key() -> None:
    found = {
        f"{name}.{one.name}"
        for name, table in tables().items()
        for one in table.fields
        if isinstance(one, models.JSONField)
    }

    assert found == WITHOUT_KEYS
