"""What rooms say of their part of the API: operations, and the shapes of what goes in and comes out."""
