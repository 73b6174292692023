/** The chat lines that this page has read: it continues after the last one and reads none twice. */

import { newKey } from "../darkseas/kit/api.js";

/** @typedef {{n: number, name: string, side: string, own: boolean, note: boolean, text: string, at: string}}
 *   Line */
/** @typedef {{get: (path: string) => Promise<unknown>,
 *   post: (path: string, body: unknown, how: {headers: Record<string, string>}) => Promise<unknown>}} Api */

export class ChatLines {
  /** @param {Api} api @param {string} address @param {(lines: Line[]) => void} onLines  gets the new ones */
  constructor(api, address, onLines) {
    this.api = api;
    this.address = address;
    this.onLines = onLines;
    this.last = -1;
    this.isOpen = false;
    /** The key of the line being written: sent twice, it is one line. */
    this.key = newKey();
    /** Reads in progress, one after the other. @type {Promise<void>} */
    this.reading = Promise.resolve();
  }

  /** Reads new lines. Raises Refusal. */
  read() {
    this.reading = this.reading.catch(() => {}).then(() => this.readOn());
    return this.reading;
  }

  async readOn() {
    const query = this.isOpen ? `?after=${this.last}` : "";
    const { lines } = /** @type {{lines: Line[]}} */ (await this.api.get(this.address + query));
    this.isOpen ||= lines.length > 0;
    const fresh = lines.filter((line) => line.n > this.last);
    this.last = lines.at(-1)?.n ?? this.last;
    if (fresh.length) this.onLines(fresh);
  }

  /**
   * Writes a line, then reads all lines up to it. Raises Refusal.
   * @param {string} text @param {boolean} note
   */
  async write(text, note) {
    await this.api.post(this.address, { text, note }, { headers: { "Idempotency-Key": this.key } });
    this.key = newKey();
    await this.read();
  }
}
