from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def note_ends(apps, schema_editor):
    """Note for each event where its log ends now."""
    Tournament = apps.get_model("tournaments", "Tournament")
    AuditEntry = apps.get_model("tournaments", "AuditEntry")
    last = AuditEntry.objects.filter(tournament=OuterRef("pk")).exclude(number=None).order_by("-number")
    events = Tournament.objects.filter(audit_entries__number__gt=0).distinct()
    Tournament.objects.filter(pk__in=events.values("pk")).update(
        log_length=Subquery(last.values("number")[:1]), log_head=Subquery(last.values("digest")[:1])
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_archives'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='log_head',
            field=models.CharField(blank=True, default='', editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='tournament',
            name='log_length',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(note_ends, migrations.RunPython.noop),
    ]
