"""All money is stored in one type, that of the fees."""

from django.db import migrations

from tournaments.models.money import CentsField

ALTERED = (
    *(("moneyplan", name, CentsField(default=0)) for name in ("added", "sanctioning", "kept")),
    *((model, "unit", CentsField(default=100)) for model in ("moneyplan", "sidepool")),
    ("payouttemplate", "unit", CentsField()),
    ("sidepool", "stake", CentsField()),
    *((model, "amount", CentsField()) for model in ("stake", "payment")),
)


class Migration(migrations.Migration):
    dependencies = [("brackets", "0001_squashed"), ("tournaments", "0034_whole_cents")]

    operations = [migrations.AlterField(*altered) for altered in ALTERED]
