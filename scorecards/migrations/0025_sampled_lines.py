"""A confirmation names the line that was certain and was shown all the same."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorecards", "0024_confirmed_pictures")]

    operations = [
        migrations.AddField(
            model_name="pictureconfirmation",
            name="sampled",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        )
    ]
