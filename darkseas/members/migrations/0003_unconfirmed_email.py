from typing import Any

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import migrations, models


def unbind(apps: Any, schema_editor: Any) -> None:
    """Addresses that newcomers have given and not confirmed are nobody's; those that an operator gave stay."""
    members = apps.get_model("members", "Member").objects
    newcomers = members.filter(email_confirmed_at=None, last_login=None, is_active=True).exclude(email="")
    newcomers.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).update(
        unconfirmed_email=models.F("email"), email=""
    )


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0002_personal_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="unconfirmed_email",
            field=models.EmailField(blank=True, default="", editable=False, max_length=254),
            preserve_default=False,
        ),
        migrations.RunPython(unbind, migrations.RunPython.noop),
    ]
