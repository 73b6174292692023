"""Declarations with which apps describe their part of the API: operations and schemas."""
