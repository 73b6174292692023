/** The whole chart in a corner while only part of it is seen; a tap or a drag moves there. */

import { h, s } from "./dom.js";
import { bounds, centreOf, hexesPath } from "./hex_plane.js";

/**
 * @param {import("./types.js").HexMap} map @param {import("./viewport.js").Viewport} view
 * @returns {{element: HTMLElement, update: () => void, show: (pieces: import("./types.js").Piece[], navy: (side: string) => string) => void}}
 */
export function makeMinimap(map, view) {
  const box = bounds(map, 12);
  const window_ = s("rect", { class: "seen" });
  const dots = s("g", {});
  const svg = s("svg", { viewBox: `${box.x} ${box.y} ${box.w} ${box.h}` },
    s("rect", { class: "sea", x: box.x, y: box.y, width: box.w, height: box.h }),
    s("path", { class: "land", d: hexesPath(map.land ?? []) }), dots, window_);
  const element = h("div", { class: "minimap", "aria-hidden": "true" }, svg);
  const go = (/** @type {PointerEvent} */ event) => {
    const seen = svg.getBoundingClientRect();
    const x = box.x + ((event.clientX - seen.left) / seen.width) * box.w;
    const y = box.y + ((event.clientY - seen.top) / seen.height) * box.h;
    view.byHand();
    view.set({ ...view.box, x: x - view.box.w / 2, y: y - view.box.h / 2 });
  };
  element.addEventListener("pointerdown", (event) => { element.setPointerCapture(event.pointerId); go(event); });
  element.addEventListener("pointermove", (event) => { if (event.buttons) go(event); });

  return {
    element,
    update() {
      element.hidden = view.isFitted;
      for (const [name, value] of [["x", view.box.x], ["y", view.box.y], ["width", view.box.w], ["height", view.box.h]]) {
        window_.setAttribute(String(name), String(value));
      }
    },
    show(pieces, navy) {
      dots.replaceChildren(...pieces.filter((piece) => piece.face !== "out" && piece.at).map((piece) => {
        const at = centreOf(piece.at);
        return s("rect", { class: `dot navy-${navy(piece.side)}`, x: at.x - 22, y: at.y - 22, width: 44, height: 44 });
      }));
    },
  };
}
