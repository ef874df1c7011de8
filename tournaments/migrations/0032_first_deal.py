"""How the first dealer of a game is found (rule 1.5.a)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_told_apart_by")]

    operations = [
        migrations.AddField(
            "tournament",
            "deal",
            models.CharField(
                max_length=10,
                choices=[("cut", "cut for deal"), ("alternate", "alternate deal")],
                blank=True,
                default="",
                help_text="Blank while nobody has said.",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "tournament",
            "deal_procedure",
            models.CharField(
                max_length=200, blank=True, default="", help_text="Of an alternate deal: who deals when."
            ),
            preserve_default=False,
        ),
    ]
