/** A chart as a picture: the whole of it, or a close-up, that nobody moves. */

import { closeUpOf, WIDTH } from "./hex_plane.js";

/** Below this many pixels a hex a picture is too small for names. */
const LEGIBLE_HEX = 42;

export class StillView {
  /** @param {SVGSVGElement} svg @param {import("./hex_plane.js").Box} whole */
  constructor(svg, whole) {
    this.svg = svg;
    this.whole = whole;
    svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
    this.show(whole);
    new ResizeObserver(() => this.size()).observe(svg);
  }

  /** @param {import("./hex_plane.js").Box} box */
  show(box) {
    this.wide = box.w;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    this.size();
  }

  /** Tells the style sheet how large a pixel is. */
  size() {
    const unit = (this.wide ?? 1) / (this.svg.clientWidth || 400);
    this.svg.style.setProperty("--unit", String(unit));
    this.svg.classList.toggle("tiny", WIDTH / unit < LEGIBLE_HEX);
  }

  /** Shows only what lies about these points, so many hexes across. @param {import("./hex_plane.js").Point[]} points @param {number} hexes */
  closeUp(points, hexes) {
    const shape = (this.svg.clientHeight || 3) / (this.svg.clientWidth || 4);
    this.svg.classList.add("roomy", "numbered");
    this.show(closeUpOf(points, hexes * WIDTH, shape, this.whole));
  }
}
