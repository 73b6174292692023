/** What is known of one piece: its figures and what they are made of, its ships, what lies on it. */

import { markWord } from "../pieces/mark_words.js";
import { h, s } from "../../kit/dom.js";
import { silhouette, typeName } from "../pieces/silhouettes.js";

/**
 * What the chart knows of a piece: `facts` such as where it is, and what an unknown one is called
 * (`unnamed`), in words.
 * @typedef {{piece: import("../types.js").Piece, side: import("../types.js").Side | undefined,
 *   facts: string[], unnamed: string}} Known
 */

/**
 * Fills the card, or hides it.
 * @param {HTMLElement} card @param {Known | null} known
 * @param {(ship: string) => string} [worth]  what a ship counts, in words
 * @param {(ship: string) => string} [shipPage]  the address of a ship's page, "" where she has none
 */
export function fillCard(card, known, worth = () => "", shipPage = () => "") {
  card.hidden = !known;
  if (!known) return;
  const { piece, side, facts } = known;
  const words = [side?.name ?? piece.side, ...facts, ...(piece.marks ?? []).map(markWord), piece.note ?? ""];
  card.replaceChildren(
    closeButton(card),
    h(
      "h2",
      {},
      h("span", { class: `ensign navy-${side?.navy ?? "none"} notch-${side?.notch ?? 0}` }),
      linked(titleOf(known), piece.crew?.length ? "" : shipPage(piece.key)),
    ),
    h("p", { class: "small soft" }, words.filter(Boolean).join(" · ")),
    figureList(piece.figures ?? []) ?? "",
    crewList(piece, worth, shipPage) ?? "",
  );
}

/** A name, as a link where there is a page. @param {string} name @param {string} address */
function linked(name, address) {
  return address ? h("a", { href: address }, name) : name;
}

/** What a piece is called. @param {Known} known */
export function titleOf({ piece, unnamed }) {
  if (piece.title) return piece.title;
  return piece.face === "down" ? `${unnamed}, face down` : typeName(piece.kind ?? "") || unnamed;
}

/** @param {HTMLElement} card */
export function closeButton(card) {
  const close = () => {
    card.hidden = true;
  };
  return h("button", { type: "button", class: "close", "aria-label": "Close", onclick: close }, "×");
}

/** Each figure with the lines it is made of. @param {import("../types.js").Figure[]} figures */
function figureList(figures) {
  if (!figures.length) return null;
  return h(
    "dl",
    { class: "figures" },
    ...figures.map((figure) =>
      h(
        "div",
        {},
        h("dt", {}, figure.label),
        h("dd", { class: "value" }, figure.value),
        ...(figure.workings ?? []).map((line) => h("dd", { class: "working" }, line)),
      ),
    ),
  );
}

/** What a ship counts, in a line of its own. @param {string} words */
function cardWorth(words) {
  return words ? h("span", { class: "small worth" }, `Worth ${words}.`) : null;
}

/**
 * @param {import("../types.js").Piece} piece
 * @param {(ship: string) => string} worth @param {(ship: string) => string} shipPage
 */
function crewList(piece, worth, shipPage) {
  if (!piece.crew?.length) return cardWorth(worth(piece.key));
  return h(
    "ul",
    { class: "crew" },
    ...piece.crew.map((ship) => {
      const profile = silhouette(ship.kind, 60);
      const marks = ship.marks ?? [];
      return h(
        "li",
        { class: marks.join(" ") },
        profile
          ? s("svg", { viewBox: "-31 -16 62 26", width: 42, height: 18, "aria-hidden": "true" }, profile)
          : null,
        h(
          "span",
          {},
          h("strong", {}, linked(ship.name, shipPage(ship.key))),
          " ",
          h("span", { class: "soft small" }, [ship.kind, ...marks.map(markWord)].filter(Boolean).join(", ")),
          h("br"),
          h("span", { class: "small soft" }, ship.ratings),
          cardWorth(worth(ship.key)),
        ),
      );
    }),
  );
}
