import django.core.validators
from django.db import migrations, models

import darkseas.members.usernames


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0003_unconfirmed_email"),
    ]

    operations = [
        migrations.AlterField(
            model_name="member",
            name="username",
            field=models.CharField(
                error_messages={"unique": "This name is taken. Choose another."},
                max_length=40,
                unique=True,
                validators=[
                    django.core.validators.RegexValidator(
                        "^\\w[\\w.+-]*\\Z",
                        "Use letters, digits and . + - _ only, and begin with a letter or digit.",
                    ),
                    darkseas.members.usernames.one_script,
                    darkseas.members.usernames.not_reserved,
                    darkseas.members.usernames.no_host,
                ],
                verbose_name="name",
            ),
        ),
    ]
