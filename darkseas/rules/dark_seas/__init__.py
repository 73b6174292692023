"""Dark Seas, a block game of night actions in the Second World War, by Leonard R. Heinz."""
