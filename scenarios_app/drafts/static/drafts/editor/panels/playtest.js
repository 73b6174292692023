/** Playtests of a draft on the site: started, followed to their end, cancelled. */

/** Time between two queries of the job's progress, in milliseconds. */
export const ASK_MS = 400;
/** Seconds without a report of the worker, which reports each battle, until it may have crashed. */
export const SILENT_S = 120;

/**
 * The result of one battle or of many.
 * @typedef {object} Result
 * @property {string} url @property {string | null} winner @property {number} turns
 * @property {Record<string, string | number>} [scores] @property {Record<string, number>} [losses]
 * @property {number} battles @property {number} drawn @property {Record<string, number>} wins
 */

/**
 * The response to a request for a playtest: URLs to query and to cancel the job.
 * @typedef {{url: string, cancel_url: string}} Begun
 */
/**
 * @typedef {{state: string, done: number, total: number, silent_s: number, error: string,
 *   result: Result}} Job
 */

/**
 * @typedef {object} Parts
 * @property {{get: (path: string) => Promise<Job>, post: (path: string, body?: object) => Promise<Begun>}}
 *   api
 * @property {string} fightUrl  URL that starts playtests of the draft
 * @property {() => Promise<boolean>} settle  saves unsaved changes; false if that fails
 * @property {(words: string) => void} say
 * @property {(done: number, total: number) => void} progress
 * @property {(ms: number) => Promise<void>} [wait]
 */

export class TrialFight {
  /** The job on the site, while there is one. @type {Begun | null} */
  job = null;
  /** Whether the user cancelled, perhaps before the site returned the job. */
  isStopped = false;

  /** @param {Parts} parts */
  constructor({
    api,
    fightUrl,
    settle,
    say,
    progress,
    wait = (ms) =>
      new Promise((go) => {
        setTimeout(go, ms);
      }),
  }) {
    this.api = api;
    this.fightUrl = fightUrl;
    this.settle = settle;
    this.say = say;
    this.progress = progress;
    this.wait = wait;
  }

  /**
   * Fights a number of battles; undefined if cancelled. Throws Error, or the errors of the API.
   * @param {number} battles @returns {Promise<Result | undefined>}
   */
  async run(battles) {
    this.isStopped = false;
    this.progress(0, 1);
    this.say("Saving…");
    try {
      if (!(await this.settle()))
        throw new Error("It is not saved yet, so it cannot be fought. Look at the state beside the title.");
      if (!this.isStopped)
        this.say(battles === 1 ? "The captains are fighting…" : "A hundred battles are being fought…");
      const job = await this.api.post(this.fightUrl, { battles });
      this.job = job;
      if (this.isStopped) await this.cancel(job);
      return await this.follow(job, battles);
    } finally {
      this.job = null;
    }
  }

  /** Cancels the running or requested playtest. */
  async stop() {
    this.isStopped = true;
    this.say("Cancelling…");
    if (this.job) await this.cancel(this.job);
  }

  /** @param {Begun} job */
  async cancel(job) {
    await this.api.post(job.cancel_url).catch((/** @type {Error} */ fault) => {
      this.say(fault.message);
    });
  }

  /** A worker that fell says nothing any more; the site gives its work to another one. @param {Job} progress
   * @param {number} battles */
  sayHowFar({ done, total, silent_s: silence }, battles) {
    const far = battles > 1 ? `${done} of ${total} battles fought. ` : "";
    if (silence >= SILENT_S)
      this.say(
        `${far}Nothing has been heard of the worker for ${silence} seconds. ` +
          "If it has failed, another worker starts over within three minutes.",
      );
    else if (far) this.say(far.trim());
  }

  /** @param {Begun} job @param {number} battles */
  async follow(job, battles) {
    for (;;) {
      const progress = await this.api.get(job.url);
      this.progress(progress.done, progress.total || 1);
      if (progress.state === "running" && !this.isStopped) this.sayHowFar(progress, battles);
      if (progress.state === "done") {
        this.say(battles === 1 ? "The battle is over." : `${progress.result.battles} battles fought.`);
        return progress.result;
      }
      if (progress.state === "failed") throw new Error(progress.error || "The battle could not be fought.");
      if (progress.state === "cancelled") {
        this.say("Cancelled.");
        return undefined;
      }
      await this.wait(ASK_MS);
    }
  }
}
