import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('judging', '0001_calls'), ('judging', '0002_revoked_records')]

    initial = True

    dependencies = [
        ('tournaments', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('key', models.UUIDField(unique=True)),
                ('game', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('place', models.CharField(blank=True, help_text='The board, as the two seats at it.', max_length=40)),
                ('asked', models.TextField(blank=True)),
                ('opened_by', models.CharField(max_length=150)),
                ('opened_at', models.DateTimeField(auto_now_add=True)),
                ('closed_by', models.CharField(blank=True, max_length=150)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('-number',),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='call_number_once'), models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='call_of_two'), models.CheckConstraint(condition=models.Q(('game__gte', 1)), name='call_game_counts_from_one')],
            },
        ),
        migrations.CreateModel(
            name='CallJudge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_by', models.CharField(blank=True, max_length=150)),
                ('revoked_reason', models.CharField(blank=True, max_length=300)),
                ('place', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=150)),
                ('initials', models.CharField(max_length=10)),
                ('bonds', models.JSONField(default=list)),
                ('reason', models.TextField(blank=True)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('call', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='judges', to='judging.call')),
                ('member', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.staffmember')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('call', 'place'), name='call_judge_place_once'), models.CheckConstraint(condition=models.Q(('place__gte', 1), ('place__lte', 3)), name='call_has_three_judges_at_most')],
            },
        ),
        migrations.CreateModel(
            name='CallRuling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('rules', models.JSONField(default=list)),
                ('first_back', models.PositiveSmallIntegerField(default=0)),
                ('first_forward', models.PositiveSmallIntegerField(default=0)),
                ('second_back', models.PositiveSmallIntegerField(default=0)),
                ('second_forward', models.PositiveSmallIntegerField(default=0)),
                ('situation', models.CharField(blank=True, max_length=40)),
                ('answers', models.JSONField(default=dict)),
                ('proposed', models.TextField(blank=True)),
                ('reason', models.TextField(blank=True)),
                ('made_by', models.CharField(max_length=150)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('call', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='judging.call')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.CheckConstraint(condition=models.Q(('first_back__lte', 121)), name='call_first_back_on_the_board'), models.CheckConstraint(condition=models.Q(('first_forward__lte', 121)), name='call_first_forward_on_the_board'), models.CheckConstraint(condition=models.Q(('second_back__lte', 121)), name='call_second_back_on_the_board'), models.CheckConstraint(condition=models.Q(('second_forward__lte', 121)), name='call_second_forward_on_the_board')],
            },
        ),
        migrations.CreateModel(
            name='CallSignature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_by', models.CharField(blank=True, max_length=150)),
                ('revoked_reason', models.CharField(blank=True, max_length=300)),
                ('made_by', models.CharField(max_length=150)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('judge', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='signatures', to='judging.calljudge')),
                ('ruling', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='signatures', to='judging.callruling')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('ruling', 'judge'), name='call_signature_once')],
            },
        ),
        migrations.CreateModel(
            name='Disagreement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_by', models.CharField(blank=True, max_length=150)),
                ('revoked_reason', models.CharField(blank=True, max_length=300)),
                ('note', models.TextField(blank=True)),
                ('made_by', models.CharField(max_length=150)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('call', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disagreements', to='judging.call')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ('ruling', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='judging.callruling')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('call',), name='disagreement_once')],
            },
        ),
        migrations.CreateModel(
            name='JudgePost',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_head', models.BooleanField(default=False)),
                ('whereabouts', models.CharField(choices=[('available', 'available'), ('at-table', 'at table until the hand is done'), ('away', 'away')], default='available', max_length=20)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('member', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='judge_post', to='tournaments.staffmember')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Relation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_by', models.CharField(blank=True, max_length=150)),
                ('revoked_reason', models.CharField(blank=True, max_length=300)),
                ('first', models.CharField(max_length=200)),
                ('second', models.CharField(max_length=200)),
                ('bond', models.CharField(choices=[('family', 'family'), ('same club', 'same club'), ('roommate', 'roommate'), ('travelling partner', 'travelling partner')], max_length=20)),
                ('made_by', models.CharField(max_length=150)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='relations', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
    ]
