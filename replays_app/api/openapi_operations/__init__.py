"""OpenAPI operations for battles."""

from darkseas.web.openapi.operations import Operations

from . import battles, jobs, replay, seat

OPERATIONS: Operations = {
    **battles.OPERATIONS,
    **replay.OPERATIONS,
    **seat.OPERATIONS,
    **jobs.OPERATIONS,
}
