/** The same moment from another perspective: each counts its own entries, so the server is asked. */

/** @typedef {{perspective: string, n: number}} Place */

/**
 * Remembers from where one began to change perspectives, so that going round all of them leads back to the
 * very entry, also where one of them may not know it.
 */
export class SameMoment {
  constructor() {
    /** @type {Place | null} */
    this.origin = null;
    /** @type {Place | null} */
    this.shown = null;
  }

  /**
   * The entry of a perspective that stands for the one that is shown; `find` asks the server.
   * @param {Place} here @param {string} perspective
   * @param {(place: Place) => Promise<number>} find @returns {Promise<number>}
   */
  async in(here, perspective, find) {
    const isStill = this.shown?.perspective === here.perspective && this.shown.n === here.n;
    const origin = (isStill && this.origin) || here;
    const n = perspective === origin.perspective ? origin.n : await find(origin);
    [this.origin, this.shown] = [origin, { perspective, n }];
    return n;
  }
}
