"""Texts of problem responses by status, and their JSON Schema (RFC 9457)."""

from darkseas.web.openapi.shapes import TEXT, array, record

PROBLEM_TEXTS = {
    400: "The request cannot be read, or has an unknown query parameter; `known` lists the known ones.",
    401: "Missing or invalid credentials.",
    403: "You may not do this; `scope` names the scope that the token lacks.",
    404: "Not found, or not visible to you.",
    406: "No response is available in a media type of the Accept header.",
    409: "The request conflicts with the current state.",
    413: "The request is too large or nested too deep.",
    415: "The body must be application/json.",
    421: "Another server of this site serves this address, or none does.",
    422: "Some values are invalid; `errors` point to them.",
    429: "Too many requests.",
    503: "The site is temporarily unavailable.",
}

#: A problem may have further members, such as `length` or `needed`.
PROBLEM = {
    **record(
        {
            "type": {**TEXT, "pattern": "^urn:darkseas:problem:[a-z-]+$"},
            "title": TEXT,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": TEXT,
            "instance": {**TEXT, "description": "An id to quote to the operator."},
        },
        {"errors": array(record({"pointer": TEXT, "detail": TEXT}, {"code": TEXT}))},
    ),
    "additionalProperties": True,
}
