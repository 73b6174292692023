/** Plays entries one after the other at reading speed; can be cut short. */

import { Autoplay } from "../../replays_app/battle_log/autoplay.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */

/** Entries below this weight are minor: they are not shown on their own. */
const WORTH_READING = 2;
/**
 * Maximum total playing time in milliseconds, by speed: many entries play faster, except at the slow speed.
 */
const LONGEST_MS = [Infinity, 40_000, 15_000];
/** The speed at which nothing is played. */
export const AT_ONCE = -1;

/**
 * Shows the entries that are played.
 * @typedef {object} Stage
 * @property {(n: number) => Promise<Line>} line
 * @property {(n: number, left: number) => Promise<void>} show  shows an entry; `left` entries follow
 */

export class CatchUp {
  /** @param {Stage} stage @param {(ms: number) => Promise<void>} [wait] */
  constructor(stage, wait) {
    this.stage = stage;
    this.speed = 2;
    this.isCut = false;
    this.cut = () => {};
    this.wait = wait ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
  }

  /**
   * Plays the entries from `from` to before `end`; always shows the last one.
   * @param {number} from @param {number} end
   */
  async play(from, end) {
    if (from >= end) return;
    this.isCut = this.speed === AT_ONCE;
    const shown = this.isCut ? [] : await this.worthReading(from, end);
    const left = [...shown];
    const speed = Math.max(this.speed, 0);
    const most = LONGEST_MS[speed] / shown.length;
    const clock = new Autoplay(
      async () => {
        const line = left.shift();
        if (!line || this.isCut) return null;
        await this.stage.show(line.n, left.length);
        return line;
      },
      () => {},
      (ms) =>
        Promise.race([
          this.wait(Math.min(ms, most)),
          new Promise((done) => (this.cut = () => done(undefined))),
        ]),
    );
    clock.speed = speed;
    await clock.start();
    if (shown.at(-1)?.n !== end - 1 || this.isCut) await this.stage.show(end - 1, 0);
  }

  /** @param {number} from @param {number} end */
  async worthReading(from, end) {
    const lines = [];
    for (let n = from; n < end; n++) lines.push(await this.stage.line(n));
    return lines.filter((line) => line.weight >= WORTH_READING);
  }

  /** Skips to the end. */
  skip() {
    this.isCut = true;
    this.cut();
  }
}
