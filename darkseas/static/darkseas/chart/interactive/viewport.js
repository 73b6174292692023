/** Which part of a drawing is seen: wheel, drag, pinch, keys, and a way to keep the action in view. */

import { isStill } from "../../kit/dom.js";

/** @typedef {import("../geometry.js").Box} Box */

const CLOSEST = 3.2; // pixels for one unit of the drawing
const GLIDE_MS = 320;
/** What a ship's name needs about her, in pixels: half of a long one, and two lines below. */
const NAMES_PX = { beside: 32, below: 18 };

export class Viewport {
  /**
   * @param {SVGSVGElement} svg @param {Box} whole  the drawing's own box
   * @param {() => void} changed  called after each change
   */
  constructor(svg, whole, changed) {
    this.svg = svg;
    this.whole = whole;
    this.changed = changed;
    /** @type {Box} */
    this.box = { ...whole };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.glide = 0;
    this.moved = 0;
    this.showsAll = true;
    this.byHand = () => {};
    this.listen();
    new ResizeObserver(() => this.resized()).observe(svg);
    this.resized();
  }

  /** Units of the drawing for one pixel. */
  get unit() {
    return this.box.w / (this.svg.clientWidth || 1);
  }

  get isFitted() {
    return this.box.w >= this.fitted().w * 0.98;
  }

  /** The box that shows everything, in the shape of the window. */
  fitted() {
    return this.shaped(this.whole);
  }

  /** A box widened to the window's shape. @param {Box} box @returns {Box} */
  shaped(box) {
    const shape = (this.svg.clientWidth || 1) / (this.svg.clientHeight || 1);
    const w = Math.max(box.w, box.h * shape);
    const h = w / shape;
    return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
  }

  /** What stood in the middle stays there, as wide as before. */
  resized() {
    const { y, h } = this.box;
    this.set(this.showsAll ? this.fitted() : this.shaped({ ...this.box, y: y + h / 2, h: 0 }));
  }

  /** @param {Box} box */
  set(box) {
    const full = this.fitted();
    const w = Math.min(Math.max(box.w, (this.svg.clientWidth || 1) / CLOSEST), full.w);
    const h = w * (full.h / full.w);
    const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2 };
    // Names of what lies at the edge reach beyond it; where all is seen, nothing is left to move.
    const unit = w < full.w * 0.98 ? w / (this.svg.clientWidth || 1) : 0;
    const beside = NAMES_PX.beside * unit;
    const x = clamp(middle.x - w / 2, full.x - beside, full.x + full.w - w + beside);
    const y = clamp(middle.y - h / 2, full.y, full.y + full.h - h + NAMES_PX.below * unit);
    this.box = { x, y, w, h };
    this.showsAll = this.isFitted;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.svg.style.setProperty("--unit", String(this.unit));
    this.changed();
  }

  /** Shows a box, gliding there. @param {Box} box */
  glideTo(box) {
    cancelAnimationFrame(this.glide);
    const [from, to] = [this.box, this.shaped(box)];
    if (isStill() || document.hidden) return this.set(to);
    const began = performance.now();
    const frame = (/** @type {number} */ now) => {
      const part = Math.min((now - began) / GLIDE_MS, 1);
      const eased = 1 - (1 - part) ** 3;
      const mix = (/** @type {"x"|"y"|"w"|"h"} */ k) => from[k] + (to[k] - from[k]) * eased;
      this.set({ x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h") });
      if (part < 1) this.glide = requestAnimationFrame(frame);
    };
    this.glide = requestAnimationFrame(frame);
  }

  /** Shows a box, or everything where the box is larger than that. @param {Box} box */
  show(box) {
    const named = withNames(box, { w: this.svg.clientWidth || 1, h: this.svg.clientHeight || 1 });
    const [near, all] = [this.shaped(named), this.fitted()];
    this.glideTo(near.w > all.w ? all : near);
  }

  fit() {
    this.glideTo(this.fitted());
  }

  /**
   * @param {number} factor  over 1 comes closer
   * @param {{x: number, y: number}} [at]  a point of the drawing that stays
   */
  zoom(factor, at) {
    cancelAnimationFrame(this.glide);
    const { x, y, w, h } = this.box;
    const stay = at ?? { x: x + w / 2, y: y + h / 2 };
    this.set({
      x: stay.x - (stay.x - x) / factor,
      y: stay.y - (stay.y - y) / factor,
      w: w / factor,
      h: h / factor,
    });
  }

  /** @param {number} right @param {number} down  parts of what is seen */
  pan(right, down) {
    cancelAnimationFrame(this.glide);
    this.set({ ...this.box, x: this.box.x + right * this.box.w, y: this.box.y + down * this.box.h });
  }

  /** Where a pointer is on the drawing. @param {{clientX: number, clientY: number}} event */
  point(event) {
    const window_ = this.svg.getBoundingClientRect();
    return {
      x: this.box.x + (event.clientX - window_.left) * this.unit,
      y: this.box.y + (event.clientY - window_.top) * this.unit,
    };
  }

  listen() {
    const svg = this.svg;
    svg.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.byHand();
        this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.04 : 0.0016)), this.point(event));
      },
      { passive: false },
    );
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      cancelAnimationFrame(this.glide);
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.moved = this.fingers.size > 1 ? 99 : 0;
    });
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      svg.addEventListener(end, (event) =>
        this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId),
      );
    }
    svg.addEventListener(
      "click",
      (event) => {
        if (this.moved > 6) event.stopPropagation();
      },
      true,
    );
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    this.moved += Math.hypot(now.x - last.x, now.y - last.y);
    if (this.moved < 4) return;
    this.svg.setPointerCapture(event.pointerId);
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    const [dx, dy] = [(now.x - last.x) * this.unit, (now.y - last.y) * this.unit];
    this.fingers.set(event.pointerId, now);
    this.byHand();
    if (!other) return this.set({ ...this.box, x: this.box.x - dx, y: this.box.y - dy });
    const middle = this.point({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
    const spread =
      Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(last.x - other.x, last.y - other.y) || 1);
    this.set({ ...this.box, x: this.box.x - dx / 2, y: this.box.y - dy / 2 });
    this.zoom(spread, middle);
  }
}

/**
 * A box with room for the names of what lies at its edges, once it fills a window so large. Pure.
 * @param {Box} box @param {{w: number, h: number}} window_ @returns {Box}
 */
export function withNames(box, window_) {
  const [wide, high] = [window_.w - 2 * NAMES_PX.beside, window_.h - NAMES_PX.below];
  if (wide <= 0 || high <= 0) return box;
  const unit = Math.max(box.w / wide, box.h / high);
  const beside = NAMES_PX.beside * unit;
  return { x: box.x - beside, y: box.y, w: box.w + 2 * beside, h: box.h + NAMES_PX.below * unit };
}

/** @param {number} n @param {number} low @param {number} high */
const clamp = (n, low, high) => Math.min(Math.max(n, low), high);
