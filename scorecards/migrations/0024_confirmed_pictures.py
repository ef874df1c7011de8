"""A confirmation knows what its card had before, so that it can be undone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorecards", "0020_card_pictures")]

    operations = [
        migrations.AddField(
            model_name="pictureconfirmation", name="entered", field=models.JSONField(default=dict)
        )
    ]
