/**
 * The panel for chat and notes next to a battle. It reads new lines when the page's stream signals one. It
 * also polls now and then while the page is visible, because there may be no stream, and notes may be written
 * elsewhere.
 */

import { createApi, Refusal } from "../darkseas/kit/api.js";
import { byId, h } from "../darkseas/kit/dom.js";
import { CHAT_BELL } from "./bell.js";
import { ChatLines } from "./chat_lines.js";

/** Milliseconds between two polls: with the panel open, and with the panel closed or a stream open. */
const [OPEN_MS, CLOSED_MS] = [4000, 20_000];

class ChatPanel {
  /** @param {HTMLDetailsElement} panel */
  constructor(panel) {
    this.panel = panel;
    const { api = "", csrf = "" } = panel.dataset;
    this.lines = new ChatLines(createApi(csrf), `${api}chat`, (lines) => this.show(lines));
    this.unread = 0;
    this.isFirst = true;
    this.hasBell = false;
    document.addEventListener(CHAT_BELL, () => {
      this.hasBell = true;
      this.lines.read().catch(ignoreRefusal);
    });
    panel.addEventListener("toggle", () => this.toggled());
    byId("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.write();
    });
  }

  /** Polls repeatedly; a hidden page or a lost connection only delays the next poll. */
  async ask() {
    if (!document.hidden) await this.lines.read().catch(ignoreRefusal);
    this.isFirst = false;
    setTimeout(() => this.ask(), this.panel.open && !this.hasBell ? OPEN_MS : CLOSED_MS);
  }

  toggled() {
    if (!this.panel.open) return;
    this.unread = 0;
    this.tellUnread();
    this.lines.read().catch(ignoreRefusal);
    this.scrollDown();
  }

  scrollDown() {
    const log = byId("chat-log");
    log.scrollTop = log.scrollHeight;
  }

  /** @param {import("./chat_lines.js").Line[]} lines */
  show(lines) {
    const list = byId("chat-lines");
    for (const line of lines) {
      const at = h("time", { datetime: line.at, class: "soft small" }, new Date(line.at).toLocaleString());
      const who = line.note ? "Note" : line.name;
      list.append(
        h("li", { class: line.note ? "note" : "" }, h("strong", {}, who), " ", at, "\n", line.text),
      );
    }
    this.scrollDown();
    if (!this.panel.open && !this.isFirst) this.unread += lines.filter((line) => !line.own).length;
    this.tellUnread();
  }

  tellUnread() {
    byId("chat-unread").textContent = this.unread ? `(${this.unread} new)` : "";
  }

  async write() {
    const text = byId("chat-text", HTMLTextAreaElement);
    const trouble = byId("chat-trouble");
    trouble.hidden = true;
    try {
      await this.lines.write(text.value, byId("chat-note", HTMLInputElement).checked);
      text.value = "";
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      trouble.textContent = fault.errors[0]?.detail ?? fault.message;
      trouble.hidden = false;
    }
    text.focus();
  }
}

/** @param {unknown} fault */
function ignoreRefusal(fault) {
  if (!(fault instanceof Refusal)) throw fault;
}

new ChatPanel(byId("chat", HTMLDetailsElement)).ask();
