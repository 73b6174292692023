/**
 * The text log under its turns and phases. Windows of lines are read and drawn when they scroll into view.
 */

import { firstBelow, needlessHeadings } from "./headings.js";
import { h } from "../../darkseas/kit/dom.js";
import { ruleWords } from "../../darkseas/kit/rule_ids.js";
import { WINDOW } from "../../darkseas/chart/battle_reader.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */
/** @typedef {import("./turns_and_phases.js").Stretch} Stretch */
/** @typedef {{matches: (line: Line) => boolean, mayHold: (from: number, end: number) => boolean}} Filter */

/** Estimated height of a line not yet drawn, and how many windows around the reader stay drawn. */
const GUESS_PX = 40;
const KEPT_WINDOWS = 6;
const CALM = 0.18;
/** Pixels of a line that must be visible at the top of the log for its turn to be named there. */
const SLIVER_PX = 8;

export class LogView {
  /**
   * @param {HTMLElement} host  the element that scrolls
   * @param {import("../../darkseas/chart/battle_reader.js").Reader} reader
   * @param {Stretch[]} stretches @param {import("../../darkseas/chart/types.js").Side[]} sides
   * @param {() => void} tell  called when a search has found something or has ended
   */
  constructor(host, reader, stretches, sides, tell) {
    this.host = host;
    this.reader = reader;
    this.tell = tell;
    this.sides = new Map(sides.map((side) => [side.key, side]));
    this.heads = headsOf(stretches);
    /** @type {Filter | null} */
    this.filter = null;
    this.current = -1;
    this.search = 0;
    /** @type {number[]} Numbers of the entries that match the filter. */
    this.hits = [];
    /** @type {number[]} Matching entries among the lines that are not shown. */
    this.leftOut = [];
    /** The last entry that may be shown; later ones stay hidden. */
    this.until = Infinity;
    /** Minimum weight of the lines shown. */
    this.least = 0;
    this.isSearching = false;
    /** Names the turn at the top of the log once its heading is out of view. */
    this.turnNow = h("p", { class: "turn-now", "aria-hidden": "true" });
    host.addEventListener("scroll", () => this.nameTurn(), { passive: true });
    /** Whether the log follows the current line; scrolling by hand stops that until the next entry. */
    this.isPinned = true;
    for (const hand of ["wheel", "touchmove", "pointerdown"])
      host.addEventListener(
        hand,
        () => {
          this.isPinned = false;
        },
        { passive: true },
      );
    /** The log changes its size with the parts above and below it; the current line stays in view. */
    this.sizes = new ResizeObserver(() => {
      if (this.isPinned) this.reveal();
    });
    this.sizes.observe(host);
    /** @type {HTMLElement[]} */
    this.windows = [];
    this.watcher = new IntersectionObserver(
      (seen) => {
        for (const one of seen)
          if (one.isIntersecting)
            this.draw(Number(/** @type {HTMLElement} */ (one.target).dataset.index)).catch(() => {});
      },
      { root: host, rootMargin: "600px" },
    );
    this.lay();
  }

  /** Continues with a longer log. @param {Stretch[]} stretches */
  extend(stretches) {
    this.heads = headsOf(stretches);
    const full = this.windows.filter((element) => Number(element.dataset.size) === WINDOW).length;
    for (const element of this.windows.splice(full)) element.remove();
    for (let index = full; index < this.reader.windowCount; index++) this.layWindow(index);
  }

  /** Creates the empty windows. */
  lay() {
    this.watcher.disconnect();
    this.windows = [];
    this.host.replaceChildren(this.turnNow);
    for (let index = 0; index < this.reader.windowCount; index++) this.layWindow(index);
  }

  /** @param {number} index */
  layWindow(index) {
    const size = Math.min(WINDOW, this.reader.entries - index * WINDOW);
    const element = h("section", { class: "window", "data-index": index, "data-size": size });
    element.style.minHeight = `${size * GUESS_PX}px`;
    this.windows.push(element);
    this.host.append(element);
    this.watcher.observe(element);
  }

  close() {
    this.watcher.disconnect();
    this.sizes.disconnect();
    this.search += 1;
  }

  /** @param {number} index */
  async draw(index) {
    const element = this.windows[index];
    if (!element || element.dataset.drawn) return;
    element.dataset.drawn = "asked";
    let lines;
    try {
      lines = await this.reader.window(index);
    } catch (refused) {
      delete element.dataset.drawn;
      throw refused;
    }
    element.dataset.drawn = "yes";
    const { filter } = this;
    element.replaceChildren(...this.prose(filter ? lines.filter((line) => filter.matches(line)) : lines));
    element.style.minHeight = "";
    if (!filter) this.forgetFar(index);
    this.thinHeadings();
    if (this.isPinned) this.reveal();
    this.nameTurn();
  }

  /** Shows lines from a weight on; the style sheet hides the others. @param {number} least */
  showFrom(least) {
    this.least = least;
    this.thinHeadings();
  }

  /** Hides headings without lines, and repeated headings of a turn. */
  thinHeadings() {
    const rows = /** @type {HTMLElement[]} */ ([...this.host.querySelectorAll("h3, h4, .line")]);
    const needless = needlessHeadings(rows.map((row) => this.rowOf(row)));
    rows.forEach((row, at) => row.classList.toggle("needless", needless.has(at)));
  }

  /** @param {HTMLElement} element @returns {import("./headings.js").Row} */
  rowOf(element) {
    if (element.tagName === "H3") return { level: 3, title: element.textContent ?? "", isShown: true };
    if (element.tagName === "H4") return { level: 4, title: element.textContent ?? "", isShown: true };
    const isWanted = Number(element.dataset.weight) >= this.least || element.matches(".current");
    return { level: 0, title: "", isShown: isWanted && !element.hidden };
  }

  /** Names the turn at the top of the view, unless its heading is visible. */
  nameTurn() {
    const { top } = this.host.getBoundingClientRect();
    const boxOf = (/** @type {Element} */ element) => element.getBoundingClientRect();
    const window = this.windows[firstBelow(this.windows.map(boxOf), top + SLIVER_PX)];
    const rows = /** @type {HTMLElement[]} */ ([...(window?.querySelectorAll("h3, .line") ?? [])]);
    const first = rows[firstBelow(rows.map(boxOf), top + SLIVER_PX)];
    const isNamed = !first || (first.tagName === "H3" && boxOf(first).top >= top);
    const head = isNamed ? undefined : this.headFor(Number(first.dataset.n));
    this.turnNow.replaceChildren(head ? h("span", {}, head.turnTitle) : "");
  }

  /** Empties windows far from the one just drawn. @param {number} index */
  forgetFar(index) {
    const here = Math.floor(Math.max(this.current, 0) / WINDOW);
    this.windows.forEach((element, i) => {
      if (element.dataset.drawn !== "yes" || Math.abs(i - index) <= KEPT_WINDOWS || i === here) return;
      element.style.minHeight = `${element.offsetHeight}px`;
      element.replaceChildren();
      delete element.dataset.drawn;
    });
  }

  /** @param {Line[]} lines @returns {HTMLElement[]} */
  prose(lines) {
    /** @type {HTMLElement[]} */
    const found = [];
    let list = null;
    let [turn, phase, step] = ["", "", -1];
    for (const line of lines) {
      const head = this.filter ? this.headFor(line.n) : this.heads.get(line.n);
      if (head && (!this.filter || head.turnTitle !== turn || head.title !== phase)) {
        const at = { "data-n": line.n, hidden: line.n > this.until };
        if (this.filter ? head.turnTitle !== turn : head.opensTurn) found.push(h("h3", at, head.turnTitle));
        if (head.title) found.push(h("h4", at, head.title, cites(head.rule ? [head.rule] : [])));
        [turn, phase, list] = [head.turnTitle, head.title, null];
      }
      if (!list) found.push((list = h("ol", { class: "lines" })));
      list.append(this.line(line, line.step !== step));
      step = line.step;
    }
    return found;
  }

  /** @param {number} n */
  headFor(n) {
    let found;
    for (const [first, head] of this.heads) if (first <= n) found = head;
    return found;
  }

  /** @param {Line} line @param {boolean} opens  whether a step begins here */
  line(line, opens) {
    const side = this.sides.get(line.side);
    const isCurrent = line.n === this.current;
    return h(
      "li",
      {
        class: `line weight-${line.weight}${opens ? " opens" : ""}${isCurrent ? " current" : ""}`,
        "data-n": line.n,
        "data-weight": line.weight,
        hidden: line.n > this.until,
      },
      h(
        "a",
        {
          href: `#e${line.n}`,
          tabindex: isCurrent ? 0 : -1,
          "aria-current": isCurrent ? "true" : null,
        },
        h("span", { class: "at" }, String(line.n)),
        side
          ? h("span", { class: `ensign navy-${side.navy} notch-${side.notch}`, title: side.name })
          : h("span", { class: "no-ensign" }),
        h("span", { class: "words" }, line.sentence, line.rules.length ? cites(line.rules) : null),
      ),
    );
  }

  /** Marks the current entry, and scrolls to it if it is out of view. @param {number} n */
  async show(n) {
    this.current = n;
    this.isPinned = true;
    this.mark();
    await this.draw(Math.floor(n / WINDOW));
    if (this.current !== n) return;
    this.mark();
    this.reveal();
  }

  /** Hides everything after an entry, for readers who do not want to know it yet. @param {number} until */
  tellUntil(until) {
    if (until === this.until) return;
    this.until = until;
    for (const told of /** @type {NodeListOf<HTMLElement>} */ (this.host.querySelectorAll("[data-n]")))
      told.hidden = Number(told.dataset.n) > until;
    this.thinHeadings();
  }

  /** The matches that may be shown, and how many more are among hidden lines. */
  get finds() {
    const told = (/** @type {number} */ n) => n <= this.until;
    return { hits: this.hits.filter(told), leftOut: this.leftOut.filter(told).length };
  }

  mark() {
    for (const old of this.host.querySelectorAll(".line.current")) {
      old.classList.remove("current");
      old.firstElementChild?.setAttribute("tabindex", "-1");
      old.firstElementChild?.removeAttribute("aria-current");
    }
    const line = this.host.querySelector(`.line[data-n="${this.current}"]`);
    line?.classList.add("current");
    line?.firstElementChild?.setAttribute("tabindex", "0");
    line?.firstElementChild?.setAttribute("aria-current", "true");
    this.thinHeadings();
  }

  /** The visible line nearest to the current entry, if a filter hides the entry itself. */
  nearest() {
    const { hits } = this.finds;
    const n = hits.findLast((hit) => hit <= this.current) ?? hits[0];
    return n === undefined ? null : this.host.querySelector(`.line[data-n="${n}"]`);
  }

  /** Scrolls the current line into the middle part of the log. */
  reveal() {
    const line = this.host.querySelector(".line.current") ?? this.nearest();
    if (!line || !this.host.clientHeight) return;
    const [seen, at] = [this.host.getBoundingClientRect(), line.getBoundingClientRect()];
    const margin = seen.height * CALM;
    if (at.top >= seen.top + margin && at.bottom <= seen.bottom - margin) return;
    this.host.scrollTop +=
      at.top - seen.top - Math.min(seen.height * 0.42, Math.max(seen.height - at.height, 0));
  }

  /**
   * Shows only matches of a filter; null shows all. Only shown lines count as found.
   * @param {Filter | null} filter @param {(line: Line) => boolean} isShown
   */
  async apply(filter, isShown) {
    const search = (this.search += 1);
    this.filter = filter;
    this.host.classList.toggle("filtered", Boolean(filter));
    this.lay();
    [this.hits, this.leftOut, this.isSearching, this.isPinned] = [[], [], Boolean(filter), true];
    if (!filter) {
      this.tell();
      return this.show(this.current);
    }
    this.watcher.disconnect();
    for (let index = 0; index < this.windows.length; index++) {
      if (!filter.mayHold(index * WINDOW, (index + 1) * WINDOW)) continue;
      await this.draw(index);
      if (search !== this.search) return;
      const matches = (await this.reader.window(index)).filter(filter.matches);
      for (const line of matches) (isShown(line) ? this.hits : this.leftOut).push(line.n);
      this.tell();
    }
    this.isSearching = false;
    this.tell();
    this.mark();
    this.reveal();
  }
}

/** The headings above the lines, by the first line below each. @param {Stretch[]} stretches */
function headsOf(stretches) {
  return new Map(
    stretches.map((one, i) => [
      one.first,
      { ...one, opensTurn: stretches[i - 1]?.turnTitle !== one.turnTitle },
    ]),
  );
}

/** Rule ids, each kept on one line. @param {string[]} rules */
function cites(rules) {
  return h("span", { class: "cites" }, " ", ...ruleWords(rules));
}
