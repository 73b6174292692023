/** The chips of an order, one per line: tapping a chip selects its line again, its cross removes it. */

import { chipText } from "../order/chips.js";
import { oddsText, shipOddsText } from "../order/odds.js";
import { h } from "../../darkseas/kit/dom.js";
import { ruleLinks } from "../../darkseas/kit/rule_ids.js";

/** @typedef {import("../order/chips.js").Chip} Chip */
/** @typedef {import("../types.js").PreviewLine} PreviewLine */

/**
 * @typedef {object} ChipDeeds  what a chip does
 * @property {(chip: Chip) => void} holdChip @property {(chip: Chip) => void} takeBack
 */

/**
 * `held` is the place of the selected line, `refused` why the site refused lines, by their place.
 * @typedef {{held: string, preview: PreviewLine[], refused: Map<string, string>}} Now
 */

/** @param {Chip[]} chips @param {Now} now @param {ChipDeeds} deeds */
export function chipList(chips, now, deeds) {
  return h(
    "ul",
    { class: "chips", "aria-label": "Your order so far" },
    ...chips.map((chip) => {
      const said = remarksOf(chip, now);
      return h(
        "li",
        { class: `order-chip${chip.isOpen ? " open" : ""}${said.isRefused ? " refused" : ""}` },
        chipButton(chip, now.held === chip.place, deeds),
        chip.isFixed ? null : cross(chip, deeds),
        mountsOf(chip),
        ...said.elements,
      );
    }),
  );
}

/**
 * What to say about a chip: what it will do, and why the site refused it.
 * @param {Chip} chip
 * @param {Now} now
 */
export function remarksOf(chip, { preview, refused }) {
  const reason = [...refused].find(([place]) => isWithin(place, chip.place))?.[1];
  const lines = preview.filter((line) => isWithin(line.blank, chip.place));
  const why = reason ? h("span", { class: "reason" }, reason) : null;
  return { isRefused: Boolean(reason), elements: [previewOf(lines, chip.place), why] };
}

/** Whether a dotted place is part of a chip's place. @param {string} place @param {string} chip */
function isWithin(place, chip) {
  return place === chip || place.startsWith(`${chip}.`);
}

/** @param {Chip} chip @param {boolean} isHeld @param {ChipDeeds} deeds */
function chipButton(chip, isHeld, deeds) {
  const parts = [
    h("strong", {}, chip.who),
    chip.aim ? h("span", { class: "aim" }, ` → ${chip.aim}`) : null,
    chip.rest ? h("span", { class: "rest" }, ` ${chip.rest}`) : null,
    chip.isOpen ? h("span", { class: "rest" }, " not complete") : null,
  ];
  if (chip.at === null) return h("span", { class: "chip-words" }, ...parts);
  return h(
    "button",
    {
      type: "button",
      class: "chip-words",
      "data-stays": `chip ${chip.place}`,
      "aria-pressed": String(isHeld),
      onclick: () => deeds.holdChip(chip),
    },
    ...parts,
  );
}

/** Which mounts fire, and which do not. @param {Chip} chip */
function mountsOf({ mounts, place }) {
  if (!mounts) return null;
  const { said, fire, silent, elsewhere } = mounts;
  const line = (/** @type {string} */ who, /** @type {string} */ names) =>
    names ? h("p", { class: "small" }, h("strong", {}, `${who}: `), names) : null;
  return h(
    "details",
    { class: "preview mounts" },
    h("summary", { "data-stays": `mounts ${place}` }, said),
    line("Fire", fire),
    line("Silent", silent),
    line("In another attack", elsewhere),
  );
}

/** @param {Chip} chip @param {ChipDeeds} deeds */
function cross(chip, deeds) {
  const label = `Remove: ${chipText(chip)}`;
  return h(
    "button",
    { type: "button", class: "chip-away", "aria-label": label, onclick: () => deeds.takeBack(chip) },
    "×",
  );
}

/**
 * Odds in one line; expanded, how they are calculated and what to consider, based on what the side knows.
 * @param {PreviewLine[]} lines @param {string} place  of the chip
 */
function previewOf(lines, place) {
  const odds = lines.flatMap((line) => line.odds ?? []);
  const warnings = lines.flatMap((line) => line.warnings ?? []);
  const text = lines.map((line) => line.text).join(" ");
  if (!lines.length) return null;
  const head = oddsText(odds);
  const count = warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`;
  return h(
    "details",
    { class: "preview" },
    h(
      "summary",
      { "data-stays": `odds ${place}` },
      head ? h("strong", { class: "odds" }, head) : h("span", { class: "odds" }, text),
      warnings.length ? h("span", { class: "warning" }, ` ${count}`) : null,
    ),
    head ? h("p", {}, text) : null,
    ...odds.map((one) =>
      h(
        "p",
        { class: "small" },
        shipOddsText(one),
        one.workings?.length ? h("span", { class: "soft" }, ` (${one.workings.join("; ")})`) : null,
      ),
    ),
    ...warnings.map((warning) =>
      h(
        "p",
        { class: "warning" },
        warning.text,
        warning.rule ? h("span", { class: "cites" }, " ", ...ruleLinks([warning.rule])) : null,
      ),
    ),
  );
}
