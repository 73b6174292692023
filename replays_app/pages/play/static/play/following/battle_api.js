/** API requests of the battle page, for the viewer's seat. */

import { searchingLastTurn } from "./last_turn.js";
import { Refusal } from "../../darkseas/kit/api.js";

/** @typedef {import("../types.js").Blanks} Blanks */
/** @typedef {{order: string, blanks: Blanks, expected: number, nonce?: string, reason?: string}}
 *   SentOrder  an order, or with its reason a ruling */
/** @typedef {{current: string, orders: {[order: string]: Blanks}}} Unsent */
/** @typedef {{n: number, kind: string, payload: {[name: string]: import("../types.js").Json}}} Entry */

/** The blanks that can be filled here. */
const KINDS = new Set(["choice", "several", "number", "fixed", "course", "rows", "formation"]);
/** Entries per request. */
const PAGE = 500;

export class BattleApi {
  /**
   * @param {string} base  address of the battle, with a slash at the end
   * @param {ReturnType<typeof import("../../darkseas/kit/api.js").createApi>} api
   */
  constructor(base, api) {
    this.base = base;
    this.api = api;
  }

  /** Returns the possible orders; forms with blanks that this page cannot fill are left out. */
  async forms() {
    const forms = /** @type {import("../types.js").Forms} */ (await this.api.get(`${this.base}forms`));
    const known = forms.forms.filter((form) => form.blanks.every((blank) => KINDS.has(blank.blank)));
    return { ...forms, forms: known };
  }

  async suggestion() {
    return /** @type {import("../types.js").Suggestion} */ (await this.api.get(`${this.base}suggestion`));
  }

  /** @param {string} order @param {Blanks} blanks */
  async preview(order, blanks) {
    const answer = await this.api.post(`${this.base}preview`, { order, blanks });
    return /** @type {{lines: import("../types.js").PreviewLine[]}} */ (answer).lines;
  }

  /**
   * Submits an order; repeating the same key submits it only once.
   * @param {SentOrder} order @param {string} key
   */
  async give(order, key) {
    const how = { headers: { "Idempotency-Key": key } };
    return /** @type {{length: number}} */ (await this.api.post(`${this.base}orders`, order, how));
  }

  /** Returns the possible rulings. */
  async rulings() {
    const answer = await this.api.get(`${this.base}rulings`);
    return /** @type {{forms: import("../types.js").Form[]}} */ (answer).forms;
  }

  /**
   * Makes a ruling; repeating the same key makes it only once.
   * @param {SentOrder} ruling @param {string} key
   */
  async rule(ruling, key) {
    const how = { headers: { "Idempotency-Key": key } };
    return /** @type {{length: number}} */ (await this.api.post(`${this.base}rulings`, ruling, how));
  }

  /** Returns the unsent draft, null without one. */
  async unsent() {
    const answer = await this.api.get(`${this.base}unsent`);
    return /** @type {{data: Unsent | null}} */ (answer).data;
  }

  /** @param {Unsent | null} data @param {boolean} [isLeaving]  whether the page is being closed */
  async keepUnsent(data, isLeaving = false) {
    await this.api.put(`${this.base}unsent`, { data }, { keepalive: isLeaving });
  }

  /**
   * Returns what the seat ordered last turn for the ship or block of a form; null if it gave no such order.
   * @param {import("../types.js").Form} form @param {string} side
   * @param {number} length  how many entries the seat knows
   */
  async lastTurnsOrder(form, side, length) {
    const search = searchingLastTurn(form, side);
    for (let end = length; end > 0 && !search.isOver; end -= PAGE) {
      const first = Math.max(end - PAGE, 0);
      const after = first ? `after=${first - 1}&` : "";
      const answer = await this.api.get(`${this.base}events?${after}count=${end - first}`);
      search.goBack(/** @type {{entries: Entry[]}} */ (answer).entries);
    }
    return search.found;
  }
}

/** Returns a fault's message for people. @param {unknown} fault */
export function whyNot(fault) {
  if (fault instanceof Refusal) return fault.message;
  throw fault;
}
