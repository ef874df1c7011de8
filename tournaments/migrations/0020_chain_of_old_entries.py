from django.db import migrations

from tournaments.rules.log_chain import LinkedEntry, digest_after

BATCH = 500


def chain_entries(apps, schema_editor):
    """Chain the entries there are in the order in which they were written. From here on none is altered alone."""
    AuditEntry = apps.get_model("tournaments", "AuditEntry")
    tournament, number, digest, batch = None, 0, "", []
    for entry in AuditEntry.objects.order_by("tournament", "pk").iterator(BATCH):
        if entry.tournament_id != tournament:
            tournament, number, digest = entry.tournament_id, 0, ""
        number += 1
        said = (entry.at, entry.who, entry.action, entry.subject, entry.before, entry.after, entry.rule)
        digest = digest_after(digest, LinkedEntry(number, *said, digest=""))
        entry.number, entry.digest = number, digest
        batch.append(entry)
        if len(batch) == BATCH:
            AuditEntry.objects.bulk_update(batch, ["number", "digest"], batch_size=100)
            batch = []
    AuditEntry.objects.bulk_update(batch, ["number", "digest"], batch_size=100)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0019_log_chain'),
    ]

    operations = [
        migrations.RunPython(chain_entries, migrations.RunPython.noop),
    ]
