"""Request limits: of the API by token, member or network address; of pages by member."""
