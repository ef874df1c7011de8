"""Records end by being revoked: the columns are called so. No data changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('judging', '0001_calls'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='calljudge',
            name='call_judge_place_once',
        ),
        migrations.RemoveConstraint(
            model_name='callsignature',
            name='call_signature_once',
        ),
        migrations.RemoveConstraint(
            model_name='disagreement',
            name='disagreement_once',
        ),
        migrations.RenameField(
            model_name='calljudge',
            old_name='ended_at',
            new_name='revoked_at',
        ),
        migrations.RenameField(
            model_name='calljudge',
            old_name='ended_by',
            new_name='revoked_by',
        ),
        migrations.RenameField(
            model_name='calljudge',
            old_name='ended_why',
            new_name='revoked_reason',
        ),
        migrations.RenameField(
            model_name='callsignature',
            old_name='ended_at',
            new_name='revoked_at',
        ),
        migrations.RenameField(
            model_name='callsignature',
            old_name='ended_by',
            new_name='revoked_by',
        ),
        migrations.RenameField(
            model_name='callsignature',
            old_name='ended_why',
            new_name='revoked_reason',
        ),
        migrations.RenameField(
            model_name='disagreement',
            old_name='ended_at',
            new_name='revoked_at',
        ),
        migrations.RenameField(
            model_name='disagreement',
            old_name='ended_by',
            new_name='revoked_by',
        ),
        migrations.RenameField(
            model_name='disagreement',
            old_name='ended_why',
            new_name='revoked_reason',
        ),
        migrations.RenameField(
            model_name='relation',
            old_name='ended_at',
            new_name='revoked_at',
        ),
        migrations.RenameField(
            model_name='relation',
            old_name='ended_by',
            new_name='revoked_by',
        ),
        migrations.RenameField(
            model_name='relation',
            old_name='ended_why',
            new_name='revoked_reason',
        ),
        migrations.AddConstraint(
            model_name='calljudge',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('call', 'place'), name='call_judge_place_once'),
        ),
        migrations.AddConstraint(
            model_name='callsignature',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('ruling', 'judge'), name='call_signature_once'),
        ),
        migrations.AddConstraint(
            model_name='disagreement',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('call',), name='disagreement_once'),
        ),
    ]
