from django.db import migrations, models

from tournaments.rules.names import split_name, told_apart

FIELDS = ("number", "name", "partner", "city", "club", "seat")


def tell_apart(apps, schema_editor):
    """Tell namesakes apart, and write house players' names as one."""
    Entrant = apps.get_model("tournaments", "Entrant")
    for event in Entrant.objects.order_by("tournament").values_list("tournament", flat=True).distinct():
        rows = {row["number"]: row for row in Entrant.objects.filter(tournament=event).values("pk", *FIELDS)}
        changed = [Entrant(pk=rows[number]["pk"], told_apart_by=by) for number, by in told_apart(rows.values()).items()]
        Entrant.objects.bulk_update(changed, ["told_apart_by"], batch_size=100)
    for entrant in Entrant.objects.filter(first_name__istartswith="house"):
        parts = split_name(entrant.name)
        if not parts.first:
            entrant.last_name, entrant.first_name, entrant.suffix = parts.last, "", ""
            entrant.is_name_doubtful = False
            entrant.save(update_fields=["last_name", "first_name", "suffix", "is_name_doubtful"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0030_must_stay_seated"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="told_apart_by",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="City, club, seat or number, where there is a namesake.",
                max_length=200,
            ),
        ),
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
    ]
