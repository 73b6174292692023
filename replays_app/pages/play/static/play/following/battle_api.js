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
/** Entries asked for at once. */
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

  /** What may be ordered now; forms with blanks that this page cannot fill are left out. */
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

  /** Gives an order; the same key makes the same order one. @param {SentOrder} order @param {string} key */
  async give(order, key) {
    const how = { headers: { "Idempotency-Key": key } };
    return /** @type {{length: number}} */ (await this.api.post(`${this.base}orders`, order, how));
  }

  /** What may be ruled now. */
  async rulings() {
    const answer = await this.api.get(`${this.base}rulings`);
    return /** @type {{forms: import("../types.js").Form[]}} */ (answer).forms;
  }

  /** Rules; the same key makes the same ruling one. @param {SentOrder} ruling @param {string} key */
  async rule(ruling, key) {
    const how = { headers: { "Idempotency-Key": key } };
    return /** @type {{length: number}} */ (await this.api.post(`${this.base}rulings`, ruling, how));
  }

  /** What was filled and not sent, null without any. */
  async unsent() {
    const answer = await this.api.get(`${this.base}unsent`);
    return /** @type {{data: Unsent | null}} */ (answer).data;
  }

  /** @param {Unsent | null} data @param {boolean} [isLeaving]  whether the page is about to go */
  async keepUnsent(data, isLeaving = false) {
    await this.api.put(`${this.base}unsent`, { data }, { keepalive: isLeaving });
  }

  /**
   * What the seat ordered last turn by a form's order for the same ship or block, null where it gave none.
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

/** Why something fails, for a person. @param {unknown} fault */
export function whyNot(fault) {
  if (fault instanceof Refusal) return fault.message;
  throw fault;
}
