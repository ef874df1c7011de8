from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorecards", "0007_decision_decided_by"),
    ]

    operations = [
        migrations.AddField(
            model_name="reckoning",
            name="rules",
            field=models.PositiveSmallIntegerField(
                default=1, help_text="The version of the rules by which it was calculated."
            ),
        ),
    ]
