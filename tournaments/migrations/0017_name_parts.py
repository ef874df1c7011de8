from django.db import migrations, models

from tournaments.rules.names import split_name

BATCH = 500


def split_names(apps, schema_editor):
    """Split the names there are; the names themselves stay as they were written."""
    Entrant = apps.get_model("tournaments", "Entrant")
    batch = []
    for entrant in Entrant.objects.only("pk", "name", "house_player").order_by("pk").iterator(BATCH):
        parts = split_name(entrant.name)
        entrant.last_name, entrant.first_name, entrant.suffix = parts.last, parts.first, parts.suffix
        entrant.is_name_doubtful = parts.is_doubtful and not entrant.house_player
        batch.append(entrant)
        if len(batch) == BATCH:
            store(Entrant, batch)
            batch = []
    store(Entrant, batch)


def store(Entrant, entrants):
    fields = ["last_name", "first_name", "suffix", "is_name_doubtful"]
    Entrant.objects.bulk_update(entrants, fields, batch_size=100)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0016_contact_and_headings'),
    ]

    operations = [
        migrations.AddField(
            model_name='entrant',
            name='first_name',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='entrant',
            name='is_name_doubtful',
            field=models.BooleanField(default=False, help_text='The rule could not tell the last name.'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='last_name',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='entrant',
            name='suffix',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.RunPython(split_names, migrations.RunPython.noop),
    ]
