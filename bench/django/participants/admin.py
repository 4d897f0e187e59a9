import os

from django.contrib import admin

from .models import Participant


@admin.register(Participant)
class ParticipantAdmin(admin.ModelAdmin):
    list_display = os.environ["STUDY_SHOWN"].split(",")
    list_per_page = 10

    def get_queryset(self, request):
        return super().get_queryset(request).using("study")
