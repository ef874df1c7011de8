"""How many of an event's games are extra rounds."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_desk")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="makeup_rounds",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=Q(makeup_rounds=0) | Q(makeup_rounds__lt=F("games")),
                name="makeup_rounds_leave_games",
            ),
        ),
    ]
