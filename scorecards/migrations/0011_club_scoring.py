from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorecards", "0010_rules_version"),
    ]

    operations = [
        migrations.AlterField(
            model_name="clubmatch",
            name="form",
            field=models.CharField(
                choices=[
                    ("two", "two"),
                    ("three-winner", "three-winner"),
                    ("three-continued", "three-continued"),
                    ("five-continued", "five-continued"),
                    ("two-against-one", "two-against-one"),
                    ("two-against-one-121", "two-against-one-121"),
                    ("four-alone", "four-alone"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="clubmatch",
            name="scheme",
            field=models.CharField(
                blank=True,
                choices=[
                    ("acc", "acc"),
                    ("double-skunk", "double-skunk"),
                    ("free-play", "free-play"),
                    ("lurch-121", "lurch-121"),
                    ("lurch-61", "lurch-61"),
                ],
                max_length=20,
            ),
        ),
    ]
