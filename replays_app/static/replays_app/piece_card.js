/** What is known of one block: its ships, their ratings, what lies on it. */

import { markWord } from "./blocks.js";
import { h, s } from "./dom.js";
import { silhouette, typeName } from "./silhouettes.js";

/**
 * Fills the card, or hides it.
 * @param {HTMLElement} card @param {import("./types.js").Piece | null} piece @param {import("./types.js").Side | undefined} side
 */
export function fillCard(card, piece, side) {
  card.hidden = !piece;
  if (!piece) return;
  const title = piece.title || (piece.face === "down" ? "A block, face down" : typeName(piece.kind ?? "") || "A block");
  const facts = [`at ${piece.at}`, piece.pips ? `${piece.pips} ${piece.pips === 1 ? "ship" : "ships"}` : "", ...(piece.marks ?? []).map(markWord), piece.note ?? ""];
  card.replaceChildren(
    h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => { card.hidden = true; } }, "×"),
    h("h3", {}, h("span", { class: `ensign navy-${side?.navy ?? "none"} notch-${side?.notch ?? 0}` }), title),
    h("p", { class: "small soft" }, [side?.name ?? piece.side, ...facts].filter(Boolean).join(" · ")),
    crewList(piece) ?? "");
}

/** @param {import("./types.js").Piece} piece */
function crewList(piece) {
  if (!piece.crew?.length) return null;
  return h("ul", { class: "crew" }, ...piece.crew.map((ship) => {
    const profile = silhouette(ship.kind, 60);
    const marks = ship.marks ?? [];
    return h("li", { class: marks.join(" ") },
      profile ? s("svg", { viewBox: "-31 -16 62 26", width: 42, height: 18, "aria-hidden": "true" }, profile) : null,
      h("span", {}, h("strong", {}, ship.name), " ", h("span", { class: "soft small" }, [ship.kind, ...marks.map(markWord)].filter(Boolean).join(", ")),
        h("br"), h("span", { class: "small soft" }, ship.ratings)));
  }));
}
