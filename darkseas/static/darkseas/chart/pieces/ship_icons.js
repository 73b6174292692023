/** Draws the profile of its type beside every ship on a page: `<span data-kind="CA">`. */

import { s } from "../../kit/dom.js";
import { silhouette } from "./silhouettes.js";

const WIDE = 64;

for (const place of document.querySelectorAll("[data-kind]")) {
  const profile = silhouette(place.getAttribute("data-kind") ?? "", WIDE);
  if (profile)
    place.append(s("svg", { viewBox: "-32 -18 64 28", "aria-hidden": "true", focusable: "false" }, profile));
}
