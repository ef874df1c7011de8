import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_later_and_in_order'),
    ]

    operations = [
        migrations.AddField(
            model_name='auditentry',
            name='digest',
            field=models.CharField(blank=True, default='', editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='auditentry',
            name='number',
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='at',
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='audit_entry_once'),
        ),
    ]
