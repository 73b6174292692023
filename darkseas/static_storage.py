"""Where collected static files lie, under names that change with their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):
    """Renames JavaScript modules inside each other's imports too.

    Without that a new page could run yesterday's module out of a browser's cache.
    """

    support_js_module_import_aggregation = True
