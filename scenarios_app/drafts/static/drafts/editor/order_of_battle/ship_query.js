/**
 * Asking the ship data while somebody types: after a pause, page by page, never an older answer over a newer.
 */

import { newestAnswer } from "../../../darkseas/kit/latest_response.js";

/** How long a pause in typing is, in milliseconds. */
export const PAUSE_MS = 250;

/** @typedef {import("../types.js").FoundShip} FoundShip */

/** What setTimeout gives. @typedef {ReturnType<typeof setTimeout> | number | undefined} Timer */

/**
 * `instead` are questions that one without an answer may be a slip of.
 * @typedef {{ships: FoundShip[], count: number, page: number, pages: number, instead: string[]}} ShipPage
 */

/**
 * What is looked for; `date` is that of the scenario, or "".
 * @typedef {{q: string, navy: string, kind: string, date: string, system: string}} Wanted
 */

/**
 * @typedef {object} Parts
 * @property {(path: string) => Promise<ShipPage>} get
 * @property {() => Wanted} wanted  what the fields say now
 * @property {(answer: ShipPage) => void} show  the first page takes the place of what was shown, others go
 *   below
 * @property {(fault: Error) => void} fail
 * @property {(run: () => void, ms: number) => Timer} [after]
 * @property {(timer: Timer) => void} [forget]
 */

export class ShipQuery {
  /** The last page shown; 0 before the first. */
  page = 0;
  /** The date of the last query. */
  date = "";
  /** Whether a query was sent yet. */
  isBegun = false;
  /** @type {Timer} */
  timer = undefined;

  /** @param {Parts} parts */
  constructor({
    get,
    wanted,
    show,
    fail,
    after = (run, ms) => setTimeout(run, ms),
    forget = (timer) => clearTimeout(timer),
  }) {
    this.get = get;
    this.wanted = wanted;
    this.show = show;
    this.fail = fail;
    this.after = after;
    this.forget = forget;
    this.newest = newestAnswer();
  }

  /** Asks once the typing pauses. */
  askSoon() {
    this.forget(this.timer);
    this.timer = this.after(() => void this.ask(1), PAUSE_MS);
  }

  /** Sends the current query at once for a page. @param {number} page  from 1 */
  async ask(page) {
    this.forget(this.timer);
    const wanted = this.wanted();
    this.isBegun = true;
    this.date = wanted.date;
    const query = new URLSearchParams({ ...wanted, page: String(page) });
    let answer;
    try {
      answer = await this.newest(() => this.get(`/api/v1/ships/?${query}`));
    } catch (fault) {
      return this.fail(/** @type {Error} */ (fault));
    }
    if (!answer) return undefined;
    this.page = page;
    return this.show(answer);
  }
}
