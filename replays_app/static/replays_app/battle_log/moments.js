/**
 * Entries read from the server; late answers for an entry no longer wanted are dropped.
 */

import { newestAnswer } from "../../darkseas/kit/latest_response.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */
/** @typedef {import("../../darkseas/chart/types.js").Chart} Chart */
/**
 * @typedef {{line: Line, chart: Chart, previous: Chart | null}} Moment  `previous` is the chart one entry
 *   earlier
 */
/** @typedef {Pick<import("../../darkseas/chart/battle_reader.js").Reader, "line" | "chart">} Source */

/** How long the pointer must rest on the timeline before pictures are requested. */
export const REST_MS = 70;

export class Moments {
  /** @param {(ms: number) => Promise<void>} [wait] */
  constructor(wait = (ms) => new Promise((rested) => setTimeout(rested, ms))) {
    this.wait = wait;
    this.newest = newestAnswer();
  }

  /**
   * Reads an entry; undefined if another was requested meanwhile, and then reading stops.
   * Raises NoAnswer.
   * @param {Source} source @param {number} n
   * @param {boolean} [isPassing]  whether the pointer is still moving: then the entry is read once it rests
   * @returns {Promise<Moment | undefined>}
   */
  read(source, n, isPassing = false) {
    return this.newest(async (isNewest) => {
      if (isPassing) {
        await this.wait(REST_MS);
        if (!isNewest()) return undefined;
      }
      const [line, chart, previous] = await Promise.all([
        source.line(n),
        source.chart(n),
        n ? source.chart(n - 1) : null,
      ]);
      return { line, chart, previous };
    });
  }
}
