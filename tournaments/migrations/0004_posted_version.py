from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_makeup_rounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="posted_version",
            field=models.PositiveIntegerField(default=1),
        ),
    ]
