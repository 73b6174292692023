/** A chart as a picture: the whole of it, or a close-up, that nobody moves. */

import { closeUpOf } from "./geometry.js";

/** How wide a picture is taken to be before it is laid out. */
const USUAL_PX = 400;

/** A piece of a picture: nothing to press, for nobody can come to it.
 * @template {Element} E @param {E} piece @returns {E} */
export function asPicture(piece) {
  for (const name of ["role", "tabindex", "aria-label"]) piece.removeAttribute(name);
  return piece;
}

export class StillChart {
  /**
   * @param {SVGSVGElement} svg @param {import("./geometry.js").Box} whole
   * @param {(unit: number) => void} seen  told how large a pixel is
   */
  constructor(svg, whole, seen) {
    this.svg = svg;
    this.whole = whole;
    this.seen = seen;
    svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
    this.show(whole);
    new ResizeObserver(() => this.size()).observe(svg);
  }

  /** @param {import("./geometry.js").Box} box */
  show(box) {
    this.wide = box.w;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    this.size();
  }

  /** Tells style sheet and chart how large a pixel is. */
  size() {
    const unit = (this.wide ?? 1) / (this.svg.clientWidth || USUAL_PX);
    this.svg.style.setProperty("--unit", String(unit));
    this.seen(unit);
  }

  /**
   * Shows only what lies about these points, so wide.
   * @param {import("./geometry.js").Point[]} points @param {number} wide
   */
  closeUp(points, wide) {
    const shape = (this.svg.clientHeight || 3) / (this.svg.clientWidth || 4);
    this.show(closeUpOf(points, wide, shape, this.whole));
  }
}
