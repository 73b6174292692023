/** Plays entries one after the other at reading speed; can be cut short. */

import { Autoplay } from "../../replays_app/battle_log/autoplay.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */

/** Entries of less weight are small talk: they pass with what follows. */
const WORTH_READING = 2;
/** Milliseconds that all of it takes at most, by speed: a long tale goes by quicker. Slowly means slowly. */
const LONGEST_MS = [Infinity, 40_000, 15_000];
/** The speed at which nothing is played. */
export const AT_ONCE = -1;

/**
 * What plays entries, and what may cut them short.
 * @typedef {object} Stage
 * @property {(n: number) => Promise<Line>} line
 * @property {(n: number, left: number) => Promise<void>} show  shows an entry; `left` are still to come
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
   * Plays from an entry up to, but not with, another; the last one is shown in any case.
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

  /** Goes to the end at once. */
  skip() {
    this.isCut = true;
    this.cut();
  }
}
