"""What is worked out later, and found in seat order: the version of the cards, and the place of each seat.

Of what is stored so far every change counts as one of the cards.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F

from tournaments.rules.seating import seat_order


def start_at_version(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournaments", "Tournament").objects.update(cards_version=F("version"))


def put_in_order(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    entrant_model = apps.get_model("tournaments", "Entrant")
    seated = list(entrant_model.objects.exclude(seat="").only("pk", "seat"))
    for entrant in seated:
        entrant.seat_order = seat_order(entrant.seat)
    entrant_model.objects.bulk_update(seated, ["seat_order"], batch_size=250)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0017_name_parts'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='cards_version',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='entrant',
            name='seat_order',
            field=models.CharField(
                default='1', editable=False, help_text='What sorts cards as they lie in the stack.', max_length=500
            ),
        ),
        migrations.AddIndex(
            model_name='entrant',
            index=models.Index(fields=['tournament', 'seat_order', 'number'], name='entrant_in_seat_order'),
        ),
        migrations.RunPython(start_at_version, migrations.RunPython.noop),
        migrations.RunPython(put_in_order, migrations.RunPython.noop),
    ]
