/** Small pictures on the tools: what each leaves on the map. */

import { s } from "../../../darkseas/kit/dom.js";

const HEX = "M10 1.500 17.400 5.750V14.250L10 18.500 2.600 14.250V5.750Z";

/** Strokes drawn over the hex or instead of it. @type {Record<string, string>} */
const STROKES = {
  look:
    "M10 2.500v15M2.500 10h15M10 2.500 8 5m2-2.500L12 5m-2 12.500L8 15m2 2.500 2-2.500" +
    "M2.500 10 5 8m-2.500 2L5 12m12.500-2L15 8m2.500 2L15 12",
  sea:
    "M5.500 9c1.500-1.600 3-1.600 4.500 0s3 1.600 4.500 0M5.500 12.500" +
    "c1.500-1.600 3-1.600 4.500 0s3 1.600 4.500 0",
  land: "M5 12.500 8.500 7l2.500 3.500L13 8l2.500 4.500",
  shallows: "M6 8h.01M10 8h.01M14 8h.01M8 11h.01M12 11h.01M10 14h.01",
  port: "M10 6.500v10m-4-6.500h8m-9 3c.5 3 2 4 5 4s4.500-1 5-4m-5-6.500a2 2 0 1 1 .01 0",
  out: "M6.500 6.500l7 7m0-7l-7 7",
  coast: "M10 1.500 17.400 5.750V14.250",
  area: "M4 12 10 6M5 15l9-9M9 16l7-7",
  zone: "M10 4.500v11M10 4.500l4.500 2-4.500 2",
  label: "M5 14 8 6h.500l3 8M6.200 11.500h4M14.800 14v-4.500m0 2.200a1.700 1.700 0 1 0 0 .6",
  pick: "M4 16l1-3 6.500-6.500 2 2L7 15Zm8.500-10.500 1.500-1.500a1.400 1.400 0 0 1 2 2L14.500 7.500",
  rectangle: "M3 5h14v10H3Z",
  fill: "M4 10.500 9.500 5l5.500 5.500L9.500 16ZM9.500 5V2.500M17 13c1 1.600 1 3 0 3s-1-1.400 0-3",
};

const BARE = new Set(["look", "label", "pick", "rectangle", "fill"]);

/** @param {string} key @returns {SVGElement | null} */
export function icon(key) {
  const stroke = STROKES[key];
  if (!stroke) return null;
  return s(
    "svg",
    { class: `tool-icon icon-${key}`, viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
    BARE.has(key) ? null : s("path", { class: "icon-hex", d: HEX }),
    s("path", { class: "icon-stroke", d: stroke }),
  );
}
