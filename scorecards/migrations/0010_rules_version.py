from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorecards", "0009_stored_result"),
    ]

    operations = [
        migrations.AddField(
            model_name="storedresult",
            name="rules",
            field=models.PositiveSmallIntegerField(
                default=1, help_text="The version of the rules by which it was calculated."
            ),
        ),
    ]
