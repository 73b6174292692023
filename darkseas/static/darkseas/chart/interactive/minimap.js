/** The whole chart in a corner while only part of it is seen; a tap or a drag moves there. */

import { h, s } from "../../kit/dom.js";
import { calmCorner } from "./free_corner.js";

/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {Box & {navy: string, isNow?: boolean}} Dot  a piece from afar; is the sentence about it? */

/** A chart that is higher than wide is drawn so high at most. */
const HIGHEST_PX = 130;
/** How long nothing moves before it looks for the corner where it hides least. */
const REST_MS = 150;

/**
 * @param {import("./viewport.js").Viewport} view
 * @returns {{element: HTMLElement, frame: (whole: Box, ground: SVGElement[]) => void, update: () => void,
 *   show: (dots: Dot[]) => void}}
 */
export function makeMinimap(view) {
  let box = view.whole;
  const window_ = s("rect", { class: "seen" });
  const [ground, dots] = [s("g", {}), s("g", {})];
  const svg = s("svg", {}, ground, dots, window_);
  const element = h("div", { class: "minimap", "aria-hidden": "true" }, svg);
  /** @type {Dot[]} */
  let shown = [];
  let resting = 0;
  const settle = () => {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const size = { w: element.offsetWidth, h: element.offsetHeight };
      const corner = size.w ? calmCorner(view.box, view.unit, size, shown) : "";
      for (const name of ["at-left", "at-top-left"]) element.classList.toggle(name, name === corner);
    }, REST_MS);
  };
  const go = (/** @type {PointerEvent} */ event) => {
    const seen = svg.getBoundingClientRect();
    const x = box.x + ((event.clientX - seen.left) / seen.width) * box.w;
    const y = box.y + ((event.clientY - seen.top) / seen.height) * box.h;
    view.byHand();
    view.set({ ...view.box, x: x - view.box.w / 2, y: y - view.box.h / 2 });
  };
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    go(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (event.buttons) go(event);
  });

  return {
    element,
    frame(whole, drawn) {
      box = whole;
      element.style.maxWidth = box.h > box.w ? `${Math.round((HIGHEST_PX * box.w) / box.h)}px` : "";
      svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
      ground.replaceChildren(s("rect", { class: "sea", ...rect(box) }), ...drawn);
    },
    update() {
      element.hidden = view.isFitted;
      for (const [name, value] of Object.entries(rect(view.box))) window_.setAttribute(name, String(value));
      settle();
    },
    show(pieces) {
      shown = pieces;
      settle();
      dots.replaceChildren(
        ...pieces.map((dot) => s("rect", { class: `dot navy-${dot.navy}`, ...rect(dot) })),
      );
    },
  };
}

/** @param {Box} box */
const rect = (box) => ({ x: box.x, y: box.y, width: box.w, height: box.h });
