"""Rooms, and tables of different length."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_first_deal")]

    operations = [
        migrations.AddField(
            "tournament",
            "rooms",
            models.TextField(
                blank=True, default="", help_text="A line for each room: its name, and the seats of each table."
            ),
            preserve_default=False,
        ),
    ]
