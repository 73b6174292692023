"""What a refusal means, by its status; and the shape that all refusals have (RFC 9457)."""

from darkseas.web.openapi.shapes import TEXT, array, record

PROBLEM_TEXTS = {
    400: "The request cannot be read.",
    401: "Nothing, or nothing that opens anything, says who asks.",
    403: "Who asks may not do this; `scope` names the scope that a token lacks.",
    404: "There is no such thing, or not for who asks.",
    406: "The answer is not to be had in what Accept names.",
    409: "It clashes with what there is.",
    413: "The request is too large or nested too deep.",
    415: "A body has to be application/json.",
    421: "Another server of this site has it, or none.",
    422: "Some of it cannot be accepted; `errors` point at the places.",
    429: "It was asked too often.",
    503: "This site cannot answer now.",
}

#: Members of its own, such as `length` or `needed`, may stand beside these.
PROBLEM = {
    **record(
        {
            "type": {**TEXT, "pattern": "^urn:darkseas:problem:[a-z-]+$"},
            "title": TEXT,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": TEXT,
            "instance": {**TEXT, "description": "A number to ask the operator about."},
        },
        {"errors": array(record({"pointer": TEXT, "detail": TEXT}, {"code": TEXT}))},
    ),
    "additionalProperties": True,
}
