import os

from django.db import models

COLUMNS = os.environ["STUDY_COLUMNS"].split(",")

fields = {name: models.TextField(null=True) for name in COLUMNS if name != "id"}
meta = type("Meta", (), {"db_table": "participant", "managed": False})
Participant = type("Participant", (models.Model,), {"__module__": __name__, "Meta": meta, **fields})
