/** Reads a battle from the server, one perspective at a time, and keeps what it has read. */

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Chart} Chart */
/** @typedef {import("./types.js").Outline} Outline */
/** @typedef {Pick<Line, "n" | "step" | "sentence"> & Partial<Line>} SentLine  without its defaults */
/**
 * @typedef {{outline: Outline, lines: SentLine[], charts: Chart[], chart_of: number[]}} Reel  a battle that
 *   is over, told whole; `chart_of` names by its place the chart after each line
 */
/** @typedef {(address: string) => Promise<unknown>} Ask */

/** Number of lines per request, and of cached charts. */
export const WINDOW = 100;
const CHARTS_KEPT = 240;
/** The default perspective of a finished battle. */
export const WHOLE_TRUTH = "all";

/**
 * The server's answer could not be had; `message` is for a person. `status` is what the server answered, 0
 * where it was not reached.
 */
export class NoAnswer extends Error {
  /** @param {string} message @param {number} [status] */
  constructor(message, status = -1) {
    super(message);
    this.status = status;
  }
}

/** @param {string} address @returns {Promise<unknown>} */
async function ask(address) {
  let answer;
  try {
    answer = await fetch(address, { headers: { Accept: "application/json" }, credentials: "same-origin" });
  } catch {
    throw new NoAnswer("The server does not answer. Check the connection, then try again.", 0);
  }
  if (answer.ok) return answer.json();
  const problem = await answer.json().catch(() => null);
  const words = problem?.detail ?? `The server refused (${answer.status}). Load the page again.`;
  throw new NoAnswer(words, answer.status);
}

/** @param {SentLine} line @returns {Line} */
function withDefaults(line) {
  return {
    turn: 0,
    phase: "",
    kind: "",
    side: "",
    rules: [],
    weight: 2,
    workings: [],
    total: "",
    dice: [],
    focus: [],
    column: null,
    ...line,
  };
}

export class Reader {
  /**
   * @param {string} base  address of the battle, with a slash at the end
   * @param {string} perspective  "" for the server's choice
   * @param {{get?: Ask, reels?: string}} [from]  `reels` is the address of the battle told whole, but for the
   *   perspective at its end
   */
  constructor(base, perspective, { get = ask, reels = "" } = {}) {
    this.base = base;
    this.ask = get;
    this.reels = reels;
    /** @type {Reel | null} */
    this.reel = null;
    this.perspective = perspective;
    /** @type {Map<number, Promise<Line[]>>} */
    this.windows = new Map();
    /** @type {Map<number, Promise<Chart>>} */
    this.charts = new Map();
    /** @type {Map<number, Line>} */
    this.known = new Map();
    this.entries = 0;
  }

  /** @param {string} path @param {Record<string, string | number>} [more] */
  address(path, more = {}) {
    const query = new URLSearchParams(this.perspective ? { as: this.perspective } : {});
    for (const [name, value] of Object.entries(more)) query.set(name, String(value));
    return `${this.base}${path}?${query}`;
  }

  /** @returns {Promise<Outline>} */
  async outline() {
    this.reel = await this.fetchReel();
    const outline = this.reel?.outline ?? /** @type {Outline} */ (await this.ask(this.address("outline")));
    this.perspective = outline.perspective;
    this.entries = outline.broken ? Math.min(outline.entries, outline.broken.n) : outline.entries;
    return outline;
  }

  /** The battle told whole; null where it is read step by step. @returns {Promise<Reel | null>} */
  async fetchReel() {
    if (!this.reels) return null;
    const address = `${this.reels}${encodeURIComponent(this.perspective || WHOLE_TRUTH)}`;
    const reel = /** @type {Reel | null} */ (await this.ask(address).catch(() => null));
    return reel?.outline && reel.lines?.length === reel.outline.entries ? reel : null;
  }

  /** One window of lines, by its number. @param {number} index @returns {Promise<Line[]>} */
  window(index) {
    const request = this.windows.get(index) ?? this.fetchWindow(index);
    this.windows.set(index, request);
    return request;
  }

  /** @param {number} index */
  async fetchWindow(index) {
    const [from, end] = [index * WINDOW, Math.min((index + 1) * WINDOW, this.entries)];
    /** @type {Line[]} */
    const lines = this.reel?.lines.slice(from, end).map(withDefaults) ?? [];
    try {
      while (from + lines.length < end) {
        const address = this.address("lines", {
          from: from + lines.length,
          // A whole window even where the log ends within it: the site keeps no other parts.
          count: lines.length ? end - from - lines.length : WINDOW,
        });
        const answer = /** @type {{lines: SentLine[]}} */ (await this.ask(address));
        if (!answer.lines.length) break;
        lines.push(...answer.lines.map(withDefaults));
      }
    } catch (refused) {
      this.windows.delete(index);
      throw refused;
    }
    lines.length = Math.min(lines.length, Math.max(end - from, 0));
    for (const line of lines) this.known.set(line.n, line);
    return lines;
  }

  /** Goes on to a log that has grown: what was read stays, the window that was not full is read again. */
  async grow() {
    const before = this.entries;
    const outline = await this.outline();
    if (this.entries > before) this.windows.delete(Math.floor(before / WINDOW));
    return outline;
  }

  get windowCount() {
    return Math.ceil(this.entries / WINDOW);
  }

  /** @param {number} n @returns {Promise<Line>} */
  async line(n) {
    const entry =
      this.known.get(n) ?? (await this.window(Math.floor(n / WINDOW))).find((line) => line.n === n);
    if (!entry) throw new NoAnswer(`There is no entry ${n} in this log.`);
    return entry;
  }

  /** The picture after entry n. @param {number} n @returns {Promise<Chart>} */
  chart(n) {
    const request = this.charts.get(n) ?? this.fetchChart(n);
    this.charts.delete(n);
    this.charts.set(n, request);
    request.catch(() => this.charts.delete(n));
    if (this.charts.size > CHARTS_KEPT)
      this.charts.delete(/** @type {number} */ (this.charts.keys().next().value));
    return request;
  }

  /** @param {number} n */
  async fetchChart(n) {
    const known = this.reel?.charts[this.reel.chart_of[n]];
    if (known) return known;
    const answer = /** @type {{chart: Chart}} */ (await this.ask(this.address(`steps/${n}`)));
    return answer.chart;
  }

  /** The entry that stands here for one of another perspective. @param {number} n @param {string} of */
  async counterpart(n, of) {
    const answer = /** @type {{n: number}} */ (await this.ask(this.address(`counterparts/${n}`, { of })));
    return answer.n;
  }

  /** Begins to read what will be shown next. @param {number} n */
  expect(n) {
    const at = Math.min(Math.max(n, 0), this.entries - 1);
    for (const coming of [this.line(at), this.chart(at), at ? this.chart(at - 1) : null])
      coming?.catch(() => {});
  }

  /** Reads on ahead of the reader. @param {number} n @param {number} far */
  ahead(n, far) {
    for (let next = n + 1; next <= Math.min(n + far, this.entries - 1); next++)
      this.chart(next).catch(() => {});
  }

  /**
   * The first line from n on (n included), in the direction given, that is wanted; null at the end of the
   * log.
   * @param {number} n @param {1 | -1} direction @param {(line: Line) => boolean} wanted
   * @returns {Promise<Line | null>}
   */
  async seek(n, direction, wanted) {
    for (let at = n; at >= 0 && at < this.entries; at += direction) {
      const line = this.known.get(at) ?? (await this.line(at));
      if (wanted(line)) return line;
    }
    return null;
  }
}
