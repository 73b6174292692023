/** Name of the event that the page's document gets when its stream signals a new chat line. */
export const CHAT_BELL = "chat-bell";
