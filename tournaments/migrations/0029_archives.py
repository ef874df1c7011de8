"""Events that are restored from an archive: who had an account elsewhere, and links to events that are not here."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_reporting")]

    operations = [
        migrations.AddField("staffmember", "had_account", models.BooleanField(default=False)),
        migrations.RemoveConstraint("staffmember", "staff_by_account_or_invitation"),
        migrations.AddConstraint(
            "staffmember",
            models.CheckConstraint(
                name="staff_by_account_or_invitation",
                condition=Q(user__isnull=False) | Q(invitation__isnull=False) | Q(had_account=True),
            ),
        ),
        migrations.AddField(
            "tournament",
            "awaited",
            models.JSONField(
                default=list, help_text="Of a restored event: its links to events that are not here, by table."
            ),
        ),
    ]
