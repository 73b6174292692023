"""The API of battles, under ``/api/v1/``: JSON in, JSON or ``application/problem+json`` out."""
