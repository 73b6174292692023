/** The signs of a chart of cards, drawn as the chart draws them. */

import { drawCard } from "./card.js";
import { arrowBetween, attack } from "./attack_arrows.js";
import { legendEntry } from "../legend.js";

/** @type {[string, import("../types.js").Piece][]} */
const CARDS = [
  [
    "A ship: her attack dice on the pointed plate, her other figures on riveted ones; " +
      "an underlined one has more to it",
    card("CA", []),
  ],
  ["A card face down", { ...card("", []), face: "down" }],
  ["Submerged", card("SS", ["submerged"])],
  ["Surfaced", card("SS", ["surfaced"])],
  ["Changes her place", card("DD", ["moving"])],
  ["Has fired", card("CA", ["fired"])],
  ["Has been fired at", card("CA", ["targeted"])],
  ["Sunk", card("CA", ["sunk"])],
];
/** @type {[string, string][]} */
const ATTACKS = [
  ["Fires at; not decided yet", ""],
  ["Fired and sank", "sunk"],
  ["Fired and missed", "missed"],
];
const CARD_BOX = "-94 -60 188 120";
const LINE_BOX = "-46 -30 92 60";

/** @param {string} kind @param {string[]} marks @returns {import("../types.js").Piece} */
function card(kind, marks) {
  return {
    key: "",
    side: "",
    at: "",
    face: "up",
    kind,
    marks,
    figures: [
      { label: "", value: "2d6" },
      { label: "", value: "7", workings: ["", ""] },
    ],
  };
}

/** @param {import("../types.js").Side[]} sides @returns {HTMLElement[]} */
export function cardLegend(sides) {
  const cards = CARDS.map(([words, piece]) => legendEntry(words, CARD_BOX, drawCard(piece, sides[0], "")));
  const lines = ATTACKS.map(([words, outcome]) => {
    const arrow = arrowBetween({ x: -60, y: 12, w: 24, h: 8 }, { x: 34, y: -18, w: 24, h: 8 }, 0);
    return legendEntry(
      words,
      LINE_BOX,
      attack({ kind: "gunfire", side: "", path: [], outcome }, arrow, true, sides[0]?.navy ?? ""),
    );
  });
  for (const one of [...cards, ...lines]) one.firstElementChild?.classList.add("card-sign");
  return [...cards, ...lines];
}
