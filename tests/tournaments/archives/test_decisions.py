"""Every table and every field that could be a secret, or unique on the site, has its decision about archives."""

from django.apps import apps
from django.db import models

from brackets.seasons import archive as of_brackets
from scorecards.reporting import archive as of_scorecards
from tournaments.archives import tables as of_tournaments
from tournaments.archives.decisions import BetweenEvents, OfEvent, decisions, tables, target_of

APPS = ("tournaments", "scorecards", "brackets", "judging")
LEFT_OUT = of_tournaments.LEFT_OUT | of_scorecards.LEFT_OUT | of_brackets.LEFT_OUT
MODELS = {model._meta.label: model for app in APPS for model in apps.get_app_config(app).get_models()}

# Carried over as they are, and why that is right. A new field of these kinds fails the test until it stands here or
# has a rule.
AS_IT_IS = {
    "tournaments.Tournament.slug": "the event gets its address again; restoring gives another where it is taken",
    "tournaments.AuditEntry.digest": "the chain of the log, which is on paper",
    "tournaments.UndoStep.digest": "of a seating, by numbers and seats",
    "scorecards.PictureFile.digest": "of the file's bytes: the same picture is not taken twice",
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


def test_every_table_is_in_the_archive_or_left_out_for_a_reason() -> None:
    decided = [decision.label for decision in decisions()]

    assert sorted([*decided, *LEFT_OUT]) == sorted(MODELS)
    assert all(LEFT_OUT.values())


def test_every_table_of_an_event_leads_to_it() -> None:
    found = {table.name: table.path for table in tables() if isinstance(table.decision, OfEvent)}

    assert [name for name, path in found.items() if not path] == ["tournaments.Tournament"]
    assert [path for path in found.values() if path and not path.endswith("tournament")] == []


def test_links_lead_to_tables_of_the_archive_and_later_ones_may_be_empty_until_then() -> None:
    names = {table.name for table in tables()}
    links = [
        (table, field)
        for table in tables()
        for field in table.fields
        if target_of(field) and field.name not in table.decision.rules
    ]

    assert [f"{table.name}.{field.name}" for table, field in links if target_of(field) not in names] == []
    of_events = [(table, field) for table, field in links if not isinstance(table.decision, BetweenEvents)]
    assert [field.name for table, field in of_events if field.name in table.later and not field.null] == []


def test_every_field_that_may_be_a_secret_or_is_unique_on_the_site_has_a_rule() -> None:
    suspects = {
        f"{table.name}.{field.name}"
        for table in tables()
        for field in table.fields
        if field.name not in table.decision.rules
        and (
            any(word in field.name for word in SECRETS)
            or (field.unique and not isinstance(field, models.ForeignKey))
            or (isinstance(field, models.ForeignKey) and target_of(field) not in MODELS)
        )
    }

    assert suspects == set(AS_IT_IS)


def test_every_field_of_json_is_known_to_name_no_row_by_its_primary_key() -> None:
    found = {
        f"{table.name}.{field.name}"
        for table in tables()
        for field in table.fields
        if isinstance(field, models.JSONField)
    }

    assert found == WITHOUT_KEYS
