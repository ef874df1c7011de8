import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('brackets', '0014_posting_log_head'),
        ('tournaments', '0029_archives'),
    ]

    operations = [
        migrations.CreateModel(
            name='HeldPosting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_by', models.CharField(blank=True, max_length=150)),
                ('revoked_reason', models.CharField(blank=True, max_length=300)),
                ('made_by', models.CharField(max_length=150)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('report', models.JSONField()),
                ('people', models.JSONField()),
                ('waivers', models.JSONField(default=list)),
                ('is_exempted', models.BooleanField(default=False)),
                ('exemption_reason', models.TextField(blank=True)),
                ('cards', models.JSONField()),
                ('cards_version', models.PositiveIntegerField()),
                ('log_head', models.CharField(blank=True, max_length=64)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='held_postings', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('pk',),
                'abstract': False,
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('tournament',), name='one_posting_held')],
            },
        ),
    ]
