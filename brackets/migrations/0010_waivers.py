"""A condition that is skipped is a waiver, as pages say; a posted card is a snapshot. Nothing that is stored changes."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('brackets', '0009_revoked_records'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='override', name='override_once'),
        migrations.RenameModel(old_name='Override', new_name='Waiver'),
        migrations.AlterField(
            model_name='waiver',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waivers', to='tournaments.tournament'),
        ),
        migrations.AddConstraint(
            model_name='waiver',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('tournament', 'item'), name='waiver_once'),
        ),
        migrations.RenameField(model_name='posting', old_name='overridden', new_name='waivers'),
        migrations.RenameField(model_name='postedcard', old_name='shown', new_name='snapshot'),
    ]
