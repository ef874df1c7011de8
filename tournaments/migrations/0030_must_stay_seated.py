"""Entrants who must stay seated, and why."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_squashed")]

    operations = [
        migrations.AddField(
            "entrant", "stays_seated", models.BooleanField(default=False, help_text="Gets a seat that does not move.")
        ),
        migrations.AddField(
            "entrant",
            "seating_note",
            models.CharField(max_length=200, blank=True, default="", help_text="Why, for staff only."),
            preserve_default=False,
        ),
    ]
