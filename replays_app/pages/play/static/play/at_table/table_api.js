/** API requests of the page at a table, each for the seat whose order is recorded. */

import { diceOf } from "./throws.js";

/** @typedef {ReturnType<typeof import("../../darkseas/kit/api.js").createApi>} Api */
/** @typedef {import("./throws.js").Entry} Entry */
/** @typedef {import("./throws.js").Needed} Needed */
/** @typedef {import("../types.js").Form} Form */

/**
 * The API for the current seat, which may change.
 * @param {Api} api
 * @param {() => string} seat
 * @returns {Api}
 */
export function inSeat(api, seat) {
  const at = (/** @type {string} */ path) =>
    `${path}${path.includes("?") ? "&" : "?"}seat=${encodeURIComponent(seat())}`;
  return {
    get: (path) => api.get(at(path)),
    post: (path, body, how) => api.post(at(path), body, how),
    put: (path, body, how) => api.put(at(path), body, how),
    patch: (path, body) => api.patch(at(path), body),
  };
}

export class TableApi {
  /** @param {string} base  address of the battle, with a slash at the end @param {Api} api */
  constructor(base, api) {
    this.base = base;
    this.api = api;
  }

  /** @param {string} seat */
  in(seat) {
    return inSeat(this.api, () => seat);
  }

  /** @param {string} seat */
  async forms(seat) {
    return /** @type {import("../types.js").Forms} */ (await this.in(seat).get(`${this.base}forms`));
  }

  /** Returns the next roll that an order needs; null if it has all its dice. @param {Entry} entry */
  async nextThrow(entry) {
    const answer = await this.in(entry.seat).post(`${this.base}next-throw`, bodyOf(entry));
    return /** @type {{needed: Needed | null}} */ (answer).needed;
  }

  /** Records an entry; repeating the same key records it only once. @param {Entry} entry */
  async give(entry) {
    const how = { headers: { "Idempotency-Key": entry.key } };
    const { order, blanks, reason, expected } = entry;
    if (entry.kind === "ruling")
      return this.in(entry.seat).post(`${this.base}rulings`, { order, blanks, reason, expected }, how);
    return this.in(entry.seat).post(`${this.base}orders`, bodyOf(entry), how);
  }

  /**
   * Confirms the dice that the other side entered, up to the number of entries known.
   * @param {string} seat
   * @param {number} expected
   */
  confirm(seat, expected) {
    return this.in(seat).post(`${this.base}confirmations`, { expected });
  }

  /** Returns the rulings possible now. @param {string} seat */
  async rulings(seat) {
    const answer = await this.in(seat).get(`${this.base}rulings`);
    return /** @type {{forms: Form[]}} */ (answer).forms;
  }
}

/** @param {Entry} entry */
function bodyOf(entry) {
  const { order, blanks, expected, witnesses } = entry;
  return { order, blanks, expected, dice: diceOf(entry), ...(witnesses ? { witnesses } : {}) };
}
