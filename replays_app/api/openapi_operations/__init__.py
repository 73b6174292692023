"""What the operations of battles take and answer, for the OpenAPI description."""

from darkseas.web.openapi.operations import Operations

from . import battles, jobs, replay, seat

OPERATIONS: Operations = {
    **battles.OPERATIONS,
    **replay.OPERATIONS,
    **seat.OPERATIONS,
    **jobs.OPERATIONS,
}
