from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_desk"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="posted_version",
            field=models.PositiveIntegerField(default=1),
        ),
    ]
