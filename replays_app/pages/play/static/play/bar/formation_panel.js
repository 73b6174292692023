/**
 * Freely formed groups as cards. Members are dragged from card to card or moved with a list; each group has
 * its place.
 */

import { remarksOf } from "./chip_list.js";
import { isSame, textOf } from "../order/cells.js";
import { chipsOf } from "../order/chips.js";
import { formationsOf } from "../order/filled_order.js";
import { contingentOf, countedGroups, formedIn, memberWords } from "../order/formation.js";
import { moved, renamed } from "../order/regrouping.js";
import { letDrag } from "../../darkseas/kit/drag_and_drop.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Formation} Formation */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../order/chips.js").Chip} Chip */
/** @typedef {import("../order/formation.js").Formed} Formed */
/** @typedef {import("../order/regrouping.js").Whither} Whither */
/** @typedef {(formed: Formed) => {formed: Formed, reason: string}} Change */
/** @typedef {import("./chip_list.js").Now & {notes: string[]}} Now */

/**
 * @typedef {object} FormationDeeds
 * @property {(formation: Formation, change: Change) => void} regroup
 */
/** @typedef {FormationDeeds & import("./chip_list.js").ChipDeeds} Deeds */

/**
 * Everything that a card needs.
 * @typedef {{formation: Formation, formed: Formed, chips: Chip[], now: Now, deeds: Deeds}} Board
 */

/** The formation of each card container, for drops. @type {WeakMap<Element, Formation>} */
const drawn = new WeakMap();

/**
 * The cards of each formation. A card that has not changed stays the same element, so that a drag is not
 * interrupted when the rest of the bar is redrawn.
 * @param {FilledOrder} order @param {Now} now @param {Deeds} deeds @param {HTMLElement} host
 */
export function formationPanels(order, now, deeds, host) {
  return formationsOf(order.form).map((formation) => {
    const board = { formation, formed: formedIn(order, formation), chips: chipsOf(order), now, deeds };
    const look = JSON.stringify([board.formed, board.chips, now, [...now.refused]]);
    const old = /** @type {HTMLElement | null} */ (
      host.querySelector(`.formation[data-name="${formation.name}"]`)
    );
    const panel = old && old.dataset.look === look && drawn.get(old) === formation ? old : panelOf(board);
    panel.dataset.look = look;
    return panel;
  });
}

/**
 * Makes a member that is dropped on a card join its group.
 * @param {HTMLElement} bar @param {() => Deeds} deedsNow
 */
export function letRegroup(bar, deedsNow) {
  letDrag(bar, ({ source, drop }) => {
    const panel = drop.closest(".formation");
    const formation = panel && drawn.get(panel);
    const member = /** @type {Json} */ (JSON.parse(source.dataset.drag ?? "null"));
    const to = whither(drop.dataset.drop ?? "");
    if (formation) deedsNow().regroup(formation, (formed) => moved(formation, formed, member, to));
  });
}

/** @param {string} text @returns {Whither} */
const whither = (text) => (text === "new" || text === "alone" ? text : Number(text));

/** @param {Board} board @returns {HTMLElement} */
function panelOf(board) {
  const { formation, formed } = board;
  const count = countedGroups(formation, formed.groups);
  const panel = h(
    "section",
    { class: "formation", "data-name": formation.name, "aria-label": formation.title },
    h(
      "p",
      { class: "limits small soft" },
      `${count} of ${formation.most_groups} groups formed.`,
      h("span", { class: "how" }, " Drag between cards, or choose a group for each."),
    ),
    h(
      "div",
      { class: "cards" },
      ...formed.groups.map((_, at) => groupCard(board, at)),
      h("div", {}, count < formation.most_groups ? newCard() : null, aloneCard(board)),
    ),
  );
  drawn.set(panel, formation);
  return panel;
}

/** @param {Board} board @param {number} at */
function groupCard(board, at) {
  const { formation, formed, chips, now } = board;
  const { name, members } = formed.groups[at];
  const { most, how } = contingentOf(formation, members[0]);
  const chip = chips.find((one) => one.place === `${formation.name}.${at}`);
  const said = chip ? remarksOf(chip, now) : { isRefused: false, elements: [] };
  const size = how === "whole" ? `${members.length} together` : `${members.length} of ${most}`;
  return h(
    "section",
    {
      class: `formed${said.isRefused ? " refused" : ""}`,
      "aria-label": `${name}, ${size}`,
      "data-drop": String(at),
    },
    h("header", {}, nameField(board, at), h("span", { class: "small soft" }, size)),
    placeButton(board, chip, members[0]),
    h("ul", {}, ...members.map((member) => memberRow(board, member, at))),
    ...said.elements,
  );
}

/** @param {Board} board @param {number} at */
function nameField({ formation, formed, deeds }, at) {
  const rename = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    deeds.regroup(formation, (now) => renamed(formation, now, at, value.trim()));
  };
  return h("input", {
    class: "group-name",
    name: `${formation.name}-${at}-name`,
    "data-stays": `name ${at}`,
    "aria-label": `Name of group ${at + 1}`,
    value: formed.groups[at].name,
    maxlength: formation.longest_name,
    autocomplete: "off",
    onchange: rename,
  });
}

/**
 * The destination of a group or single ship, chosen on the map once it is selected. Null if there is no
 * choice.
 * @param {Board} board @param {Chip | undefined} chip @param {Json} member
 */
function placeButton({ formation, now, deeds }, chip, member) {
  if (!chip || !contingentOf(formation, member).places.length) return null;
  const words = chip.aim || (chip.isOpen ? "choose a place" : "no place");
  return h(
    "button",
    {
      type: "button",
      class: `link where${chip.isOpen ? " open" : ""}`,
      "data-stays": `chip ${chip.place}`,
      "aria-label": `${chip.who}: ${words}`,
      "aria-pressed": String(now.held === chip.place),
      onclick: () => deeds.holdChip(chip),
    },
    `→ ${words}`,
  );
}

/** @param {Board} board */
function aloneCard(board) {
  const { formation, formed, chips } = board;
  const isThere = formed.alone.length || formation.contingents.some((one) => one.how === "free");
  if (!isThere) return null;
  const rows = formed.alone.map(({ member }, at) => {
    const chip = chips.find((one) => one.place === `${formation.alone}.${at}`);
    return memberRow(board, member, "alone", chip);
  });
  return h(
    "section",
    { class: "formed alone", "aria-label": `Alone, ${formed.alone.length}`, "data-drop": "alone" },
    h("header", {}, h("h3", {}, "Alone"), h("span", { class: "small soft" }, String(formed.alone.length))),
    h("ul", {}, ...rows),
  );
}

function newCard() {
  return h(
    "section",
    { class: "formed new", "aria-label": "A new group", "data-drop": "new" },
    h("ul", {}, h("li", { class: "soft small" }, "Drop here to form a new group.")),
  );
}

/** @param {Board} board @param {Json} member @param {Whither} at  where it is now @param {Chip} [chip] */
function memberRow(board, member, at, chip) {
  const { formation, now } = board;
  const words = memberWords(formation, member);
  const isFree = contingentOf(formation, member).how === "free";
  const said = chip ? remarksOf(chip, now) : { isRefused: false, elements: [] };
  return h(
    "li",
    {
      class: `member${said.isRefused ? " refused" : ""}`,
      "data-drag": isFree ? textOf(member) : null,
      "data-title": words,
    },
    isFree ? h("span", { class: "handle grip", "aria-hidden": "true" }, "⠿") : null,
    h("span", { class: "who" }, words),
    placeButton(board, chip, member),
    isFree ? whitherList(board, member, at) : null,
    ...said.elements,
  );
}

/**
 * The list that moves a member elsewhere.
 * @param {Board} board @param {Json} member
 * @param {Whither} at
 */
function whitherList({ formation, formed, deeds }, member, at) {
  const own = contingentOf(formation, member);
  const groups = formed.groups.flatMap((group, number) =>
    contingentOf(formation, group.members[0]) === own
      ? [
          {
            to: /** @type {Whither} */ (number),
            words: number === at ? group.name : withFull(group, own.most),
          },
        ]
      : [],
  );
  const options = [
    ...groups,
    { to: /** @type {Whither} */ ("new"), words: "a new group" },
    { to: /** @type {Whither} */ ("alone"), words: "alone" },
  ];
  const choose = (/** @type {Event} */ event) => {
    const list = /** @type {HTMLSelectElement} */ (event.target);
    const { to } = options[list.selectedIndex];
    deeds.regroup(formation, (now) => moved(formation, now, member, to));
  };
  return h(
    "select",
    {
      "aria-label": `Group of ${memberWords(formation, member)}`,
      "data-stays": `whither ${textOf(member)}`,
      onchange: choose,
    },
    ...options.map(({ to, words }) => h("option", { selected: isSame(to, at) }, words)),
  );
}

/** @param {import("../order/formation.js").FormedGroup} group @param {number} most */
function withFull({ name, members }, most) {
  return members.length >= most ? `${name} (full)` : name;
}
