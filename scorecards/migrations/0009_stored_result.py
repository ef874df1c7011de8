"""What the cards come to is a stored result. No data changes."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorecards', '0008_revoked_records'),
    ]

    operations = [
        migrations.RenameModel(
            old_name='Reckoning',
            new_name='StoredResult',
        ),
        migrations.RenameField(
            model_name='storedresult',
            old_name='reckoned_at',
            new_name='calculated_at',
        ),
        migrations.AlterField(
            model_name='storedresult',
            name='tournament',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='stored_result', to='tournaments.tournament'),
        ),
    ]
