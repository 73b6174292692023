/**
 * What its reader may choose on a chart now, lit up: tapped, dragged to, or gone through with keys. What is
 * chosen already is drawn as a plan.
 */

import { nearestThatWay } from "../geometry.js";
import { s } from "../../kit/dom.js";

/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").Picked} Picked */
/** @typedef {import("../geometry.js").Point} Point */

/**
 * What the offers must be told by their chart.
 * @typedef {object} OfferedChart
 * @property {(name: string, beside: string) => Point | null} spotOf  where a place or a piece lies, or a name
 *   such as an edge's beside a place
 * @property {(at: Point) => string} placeAt  the place at a point; "" where there is none
 * @property {(place: string) => string} outline  the border of a place as a path; "" where it has none
 * @property {(key: string) => Element | undefined} elementOf  what a piece is drawn as
 * @property {() => void} [separateLabels]  keeps names apart, where a chart has many
 */

/** Nothing to choose. @type {Offer} */
export const NOTHING = { pieces: [], places: [], held: "", plans: [] };
/** How far a pointer goes before it drags, in pixels; how far short of its end an arrow stops. */
const [SLACK, SHORT] = [6, 20];
const TAG_RADIUS = 15;
/** How high a line of a name is, in heights of its letters. */
const LINE_EM = 1.1;

export class Offers {
  /**
   * @param {HTMLElement} host @param {OfferedChart} chart @param {import("./viewport.js").Viewport} view
   * @param {(picked: Picked) => boolean} picked  told what is chosen; answers whether that meant something
   */
  constructor(host, chart, view, picked) {
    this.host = host;
    this.chart = chart;
    this.view = view;
    this.picked = picked;
    this.offer = NOTHING;
    this.lit = s("g", { class: "offers" });
    this.plans = s("g", { class: "plans" });
    /** @type {{key: string, x: number, y: number, far: boolean, id: number} | null} */
    this.dragged = null;
    host.addEventListener("pointerdown", (event) => this.take(event), true);
    host.addEventListener("pointermove", (event) => this.drag(event), true);
    host.addEventListener("pointerup", (event) => this.drop(event), true);
    host.addEventListener("pointercancel", () => this.letGo(), true);
  }

  /**
   * Lights up what may be chosen; says whether other places are lit now than before.
   * @param {Offer} offer
   */
  show(offer) {
    const before = this.offer;
    for (const { key } of before.pieces) this.dim(key);
    this.dim(before.held);
    this.offer = offer;
    const isOther = JSON.stringify(offer.places) !== JSON.stringify(before.places);
    const hadFocus = this.lit.contains(document.activeElement);
    if (isOther) this.lit.replaceChildren(...offer.places.map((one, i) => this.place(one, i === 0)));
    this.refresh();
    // Who goes on by keys stays on the chart, where the next choice is lit.
    if (isOther && hadFocus) (this.placeElements()[0] ?? this.host).focus();
    return isOther;
  }

  /** Highlights the pieces again, and draws the plans at their current positions. */
  refresh() {
    /** Number of names already written at the end of a plan. @type {Map<string, number>} */
    const written = new Map();
    this.plans.replaceChildren(
      ...this.offer.plans.flatMap((plan) => {
        const end = plan.path.at(-1) ?? "";
        const above = written.get(end) ?? 0;
        written.set(end, above + linesOf(plan.words ?? "").length);
        return this.plan(plan, above);
      }),
    );
    for (const { key, words, isAim } of this.offer.pieces) {
      const element = this.chart.elementOf(key);
      element?.classList.add("offered");
      element?.classList.toggle("aim", Boolean(isAim));
      element?.setAttribute("tabindex", "0");
      if (words) element?.setAttribute("aria-description", words);
    }
    this.chart.elementOf(this.offer.held)?.classList.add("held");
    this.chart.separateLabels?.();
  }

  /** @param {string} key */
  dim(key) {
    const element = this.chart.elementOf(key);
    element?.classList.remove("offered", "aim", "held");
    element?.setAttribute("tabindex", "-1");
    element?.removeAttribute("aria-description");
  }

  /** @param {import("../types.js").OfferedPlace} one @param {boolean} isFirst */
  place(one, isFirst) {
    const [outline, at] = [this.chart.outline(one.place), this.chart.spotOf(one.place, one.beside ?? "")];
    const attributes = {
      class: `offer${outline ? "" : " tag"}`,
      "data-place": one.place,
      tabindex: isFirst ? 0 : -1,
      role: "button",
      "aria-label": one.words,
    };
    const shape = outline
      ? s("path", { class: "offer-area", d: outline })
      : s("circle", { class: "offer-area", cx: at?.x, cy: at?.y, r: TAG_RADIUS });
    const note = at ? s("text", { x: at.x, y: at.y + (outline ? 34 : 5) }, one.note ?? "") : null;
    return s("g", attributes, s("title", {}, one.words), shape, note);
  }

  /**
   * @param {import("../types.js").Plan} plan @param {number} above  number of names already there
   * @returns {SVGElement[]}
   */
  plan(plan, above) {
    const points = plan.path.flatMap((name, i) => this.chart.spotOf(name, plan.path[i - 1] ?? "") ?? []);
    const end = points.at(-1);
    if (!end) return [];
    const shape =
      points.length > 1
        ? s("path", { class: "plan-line", d: `M${shortened(points).join("L")}` })
        : s("circle", { class: "plan-ring", cx: end.x, cy: end.y, r: 38 });
    const head = points.length > 1 ? s("path", { class: "plan-head", d: headOf(points) }) : null;
    const name = plan.words ? nameAt(plan.words, end, above) : null;
    return [s("g", { class: `plan ${plan.kind}${plan.isHeld ? " held" : ""}` }, shape, head, name)];
  }

  /** @returns {SVGElement[]} */
  placeElements() {
    return /** @type {SVGElement[]} */ ([...this.lit.children]);
  }

  /**
   * What was tapped: a piece, a place, or both.
   * @param {Element} target @param {Point} at @returns {Picked}
   */
  under(target, at) {
    const piece = target.closest("[data-key]")?.getAttribute("data-key") ?? "";
    const place = target.closest("[data-place]")?.getAttribute("data-place") ?? this.chart.placeAt(at);
    return { piece, place };
  }

  /**
   * Does what a key asks for; says whether it did.
   * @param {KeyboardEvent} event @returns {boolean}
   */
  walk(event) {
    const at = /** @type {SVGElement | undefined} */ (
      this.placeElements().find((one) => one === document.activeElement)
    );
    if (!at) return event.key === "Escape" && this.offer.held !== "" && this.picked({ piece: "", place: "" });
    if (event.key === "Enter" || event.key === " ")
      return this.picked({ piece: "", place: at.dataset.place ?? "" });
    if (event.key === "Escape") return this.picked({ piece: "", place: "" });
    if (!event.key.startsWith("Arrow")) return false;
    const spots = this.offer.places.map((one) => this.chart.spotOf(one.place, one.beside ?? ""));
    const next = nearestThatWay(spots, this.placeElements().indexOf(at), event.key);
    const element = this.placeElements()[next];
    for (const one of this.placeElements()) one.setAttribute("tabindex", one === element ? "0" : "-1");
    element?.focus();
    return true;
  }

  /** @param {PointerEvent} event */
  take(event) {
    const element = /** @type {Element} */ (event.target).closest(".offered[data-key]");
    if (!element || event.button || !event.isPrimary) return;
    const key = element.getAttribute("data-key") ?? "";
    this.dragged = { key, x: event.clientX, y: event.clientY, far: false, id: event.pointerId };
    this.view.moved = 0;
    event.stopPropagation();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { dragged } = this;
    if (!dragged || dragged.id !== event.pointerId) return;
    event.stopPropagation();
    if (!dragged.far && Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < SLACK) return;
    if (!dragged.far && this.offer.held !== dragged.key) this.picked({ piece: dragged.key, place: "" });
    dragged.far = true;
    const [from, to] = [this.chart.spotOf(dragged.key, ""), this.view.point(event)];
    this.plans.querySelector(".dragging")?.remove();
    if (from)
      this.plans.append(
        s("path", { class: "plan-line dragging", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }),
      );
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { dragged } = this;
    if (!dragged || dragged.id !== event.pointerId) return;
    this.letGo();
    if (!dragged.far) return;
    event.stopPropagation();
    swallowClick();
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const picked = target ? this.under(target, this.view.point(event)) : { piece: "", place: "" };
    if (picked.piece !== dragged.key) this.picked({ ...picked, isDropped: true });
  }

  letGo() {
    this.dragged = null;
    this.plans.querySelector(".dragging")?.remove();
  }
}

/** A name in at most two lines: the first word, and the rest. @param {string} words */
export function linesOf(words) {
  const [first, ...rest] = words.split(" ").filter(Boolean);
  return first ? [first, ...(rest.length ? [rest.join(" ")] : [])] : [];
}

/**
 * Who a plan is for, in two lines at its end; the next one below it. Lines are as high as the letters are at
 * this zoom. @param {string} words @param {Point} end @param {number} above
 */
function nameAt(words, end, above) {
  const lines = linesOf(words);
  const first = above * LINE_EM - (lines.length - 1) * 0.3 * LINE_EM;
  return s(
    "text",
    { class: "plan-words", y: end.y },
    ...lines.map((line, i) => s("tspan", { x: end.x, dy: `${i ? LINE_EM : first.toFixed(2)}em` }, line)),
  );
}

/** The click that ends a drag is none. */
function swallowClick() {
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50);
}

/** The end of a line a little before where it leads. @param {Point[]} points */
function endOf(points) {
  const [before, end] = points.slice(-2);
  const [dx, dy] = [end.x - before.x, end.y - before.y];
  const long = Math.hypot(dx, dy) || 1;
  return { x: end.x - (dx / long) * SHORT, y: end.y - (dy / long) * SHORT, angle: Math.atan2(dy, dx) };
}

/** @param {Point[]} points */
function shortened(points) {
  return [...points.slice(0, -1), endOf(points)].map((at) => `${at.x.toFixed(1)} ${at.y.toFixed(1)}`);
}

/** An arrow's head at the end of a line. @param {Point[]} points */
function headOf(points) {
  const { x, y, angle } = endOf(points);
  const corner = (/** @type {number} */ turn, /** @type {number} */ far) =>
    `${(x + far * Math.cos(angle + turn)).toFixed(1)} ${(y + far * Math.sin(angle + turn)).toFixed(1)}`;
  return `M${corner(0, 13)}L${corner(2.4, 11)}L${corner(-2.4, 11)}Z`;
}
