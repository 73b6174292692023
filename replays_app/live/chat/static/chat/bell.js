/** What a page is told, as an event of its document, when its stream rings for a line of the chat. */
export const CHAT_BELL = "chat-bell";
