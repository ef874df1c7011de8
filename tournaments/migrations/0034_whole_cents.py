"""Fees are whole cents, as all other money: 20.00 becomes 2000."""

from django.db import migrations, models
from django.db.models.functions import Cast, Round

from tournaments.models.money import CentsField

FEES = {"tournament": ["entry_fee"], "entrant": ["fee_owed", "fee_paid"]}
EACH = [(model, fee) for model, fees in FEES.items() for fee in fees]


def to_cents(apps, schema_editor):
    # One update for each row: after a second one PostgreSQL would have to check keys before it may alter the table.
    for model, fees in FEES.items():
        cents = {f"{fee}_cents": Cast(Round(models.F(fee) * 100), models.BigIntegerField()) for fee in fees}
        apps.get_model("tournaments", model).objects.update(**cents)


def to_dollars(apps, schema_editor):
    for model, fees in FEES.items():
        dollars = {fee: Round(models.F(f"{fee}_cents") / models.Value(100.0), 2) for fee in fees}
        apps.get_model("tournaments", model).objects.update(**dollars)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_rooms")]

    operations = [
        *(migrations.AddField(model, f"{fee}_cents", CentsField(default=0)) for model, fee in EACH),
        migrations.RunPython(to_cents, to_dollars),
        *(migrations.RemoveField(model, fee) for model, fee in EACH),
        *(migrations.RenameField(model, f"{fee}_cents", fee) for model, fee in EACH),
    ]
