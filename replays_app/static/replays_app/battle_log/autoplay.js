/** A timer that advances automatically, at four speeds. */

/** Milliseconds that an entry is shown, by speed; important entries are shown longer. */
export const SPEEDS = [3200, 1700, 850, 300];
const STRONG = 3;
const LONGER = 1.6;

export class Autoplay {
  /**
   * @param {() => Promise<import("../../darkseas/chart/types.js").Line | null>} next  shows the next entry;
   *   null at the end
   * @param {(playing: boolean) => void} changed @param {(ms: number) => Promise<void>} [wait]
   */
  constructor(next, changed, wait = (ms) => new Promise((done) => setTimeout(done, ms))) {
    this.next = next;
    this.changed = changed;
    this.wait = wait;
    this.speed = 1;
    this.run = 0;
    this.playing = false;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  stop() {
    this.run += 1;
    if (!this.playing) return;
    this.playing = false;
    this.changed(false);
  }

  async start() {
    const run = (this.run += 1);
    this.playing = true;
    this.changed(true);
    while (run === this.run) {
      const line = await this.next();
      if (run !== this.run) return;
      if (!line) return this.stop();
      const stay = SPEEDS[this.speed] * (line.weight >= STRONG ? LONGER : 1);
      await this.wait(stay);
    }
  }
}
