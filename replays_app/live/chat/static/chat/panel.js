/**
 * The panel for chat and notes beside a battle. It reads on when the page's stream rings for a line, and asks
 * now and then while somebody looks at the page: where no stream is, and for notes written elsewhere.
 */

import { createApi, Refusal } from "../darkseas/kit/api.js";
import { byId, h } from "../darkseas/kit/dom.js";
import { CHAT_BELL } from "./bell.js";
import { ChatLines } from "./chat_lines.js";

/** Milliseconds between two questions: with the panel open, and where it is closed or a bell rings. */
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

  /** Asks on and on; a page that is hidden, or a line that is lost, only waits. */
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
