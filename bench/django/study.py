"""Django's admin for the same participants, to compare with the panel: the same rows, columns and page size.

`python3 study.py setup` makes its own tables and the user; gunicorn serves `study:application`.
STUDY_DATABASE is the panel's database, which is only read; DJANGO_DATABASE is Django's own.
"""

import os
import sys

import django
from django.conf import settings

PASSWORD = "bench"


def database(variable):
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ[variable]}


settings.configure(
    SECRET_KEY="bench",
    ALLOWED_HOSTS=["*"],
    LOGGING={
        "version": 1,
        "handlers": {"console": {"class": "logging.StreamHandler"}},
        "loggers": {"django.request": {"handlers": ["console"], "level": "ERROR"}},
    },
    ROOT_URLCONF=__name__,
    DATABASES={"default": database("DJANGO_DATABASE"), "study": database("STUDY_DATABASE")},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=[
        "django.contrib.admin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
        "participants",
    ],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.middleware.gzip.GZipMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    STATIC_URL="static/",
)
django.setup()

from django.contrib import admin  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import path  # noqa: E402

urlpatterns = [path("admin/", admin.site.urls)]
application = get_wsgi_application()

if __name__ == "__main__" and sys.argv[1:] == ["setup"]:
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    User.objects.create_superuser("bench", "bench@panel.example", PASSWORD)
