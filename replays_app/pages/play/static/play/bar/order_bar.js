/**
 * The action bar: the required order and why it is due, its lines, the selection, and the possible actions.
 */

import { chipsOf } from "../order/chips.js";
import { cellsOf, faultsOf, formationsOf } from "../order/filled_order.js";
import { isInUse } from "../order/choosing.js";
import { withoutOrders } from "../order/confirm_before_sending.js";
import { chipList } from "./chip_list.js";
import { answersOffer, drawOffer } from "./draw_offer.js";
import { fieldOf } from "./fields.js";
import { formationPanels } from "./formation_panel.js";
import { handPanel } from "./hand_panel.js";
import { keepingFocus } from "./kept_focus.js";
import { otherForms } from "./other_forms.js";
import { sinceText, wasLate } from "./waiting_since.js";
import { h } from "../../darkseas/kit/dom.js";
import { ruleLinks } from "../../darkseas/kit/rule_ids.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../order/form_subjects.js").Handle} Handle */

/**
 * What the bar shows of an order: `others` are forms that can be used as well, `notes` are remarks on it,
 * `lost` lists what is no longer possible, `refused` why the site refused lines, by their place.
 * @typedef {object} Asked
 * @property {FilledOrder} order @property {import("../types.js").Held | null} held
 * @property {Handle[]} handles @property {Form[]} others @property {import("../types.js").PreviewLine[]}
 *   preview
 * @property {string[]} notes @property {string[]} reasons  for the captain's suggestion
 * @property {string[]} lost @property {Map<string, string>} refused
 * @property {boolean} isSending @property {boolean} isAdvised  whether the captain's suggestion is awaited
 * @property {boolean} hasLast  whether last turn's order can be repeated
 * @property {boolean} [hasEarlier]  whether earlier entries can be restored
 * @property {string} [taken]  what the last change added or removed
 * @property {string} [question]  asked before an empty order is submitted
 * @property {string | null} since  when the orders became due
 * @property {number} [missed]  number of entries since the last visit
 */

/**
 * @typedef {object} OrderDeeds
 * @property {(form: Form) => void} turnTo  changes to another form
 * @property {(form: Form) => void} [answer]  answers a draw offer by a form
 * @property {(handle: Handle) => void} hold
 * @property {(name: string, value: Json | undefined) => void} fillBlank
 * @property {() => void} suggest @property {() => void} asLast @property {() => void} clear
 * @property {() => void} [relieve]  turns on auto-orders for this kind of order
 * @property {() => void} [backToEarlier]  restores earlier entries
 * @property {() => void} send
 * @property {() => void} [showMissed]  replays the entries since the last visit
 */
/** @typedef {OrderDeeds & import("./chip_list.js").ChipDeeds & import("./hand_panel.js").Deeds &
 *   import("./formation_panel.js").FormationDeeds} Deeds */

/** Text for an order without anything to fill in, which only needs to be submitted. */
const AS_IT_IS = "You have nothing to choose. Submit to continue the battle.";

/**
 * Redraws the bar and keeps the focus.
 * @param {HTMLElement} host @param {Asked} asked
 * @param {Deeds} deeds
 */
export function drawBar(host, asked, deeds) {
  keepingFocus(host, () => draw(host, asked, deeds));
}

/** @param {HTMLElement} host @param {Asked} asked @param {Deeds} deeds */
function draw(host, asked, deeds) {
  const { order } = asked;
  const isLate = wasLate(host.dataset, asked.since, new Date());
  const place = asked.held?.blank === undefined ? "" : `${asked.held.blank}.${asked.held.line}`;
  const now = { held: place, preview: asked.preview, refused: asked.refused, notes: asked.notes };
  const inGroups = new Set(formationsOf(order.form).flatMap((one) => [one.name, one.alone]));
  const chips = chipsOf(order).filter((chip) => !inGroups.has(chip.blank));
  const fields = blankFields(order, deeds);
  const isReadyAsItIs =
    order.form.pressing &&
    !chips.length &&
    !asked.handles.length &&
    !inGroups.size &&
    !fields.children.length;
  const others = otherForms(order.form, besideIt(asked), deeds.turnTo) ?? "";
  host.replaceChildren(
    heading(asked, isLate, deeds),
    inGroups.size ? others : "",
    ...asked.lost.map((words) => h("p", { class: "lost" }, `Removed, no longer possible: ${words}`)),
    ...asked.notes.map((words) => h("p", { class: "note", role: "status" }, words)),
    h(
      "div",
      { class: "order-body", "data-scrolls": true },
      (asked.held ? handPanel(order, asked.held, asked.handles, deeds) : reasonList(asked.reasons)) ?? "",
      h(
        "div",
        { class: "order-list" },
        ...formationPanels(order, now, deeds, host),
        chipList(chips, now, deeds),
        fields,
        isReadyAsItIs ? h("p", { class: "as-it-is" }, AS_IT_IS) : "",
        handleList(asked, deeds),
      ),
    ),
    inGroups.size ? "" : others,
    buttons(asked, deeds),
  );
  showNews(host, asked);
}

/**
 * Scrolls the bar on a small screen: to a new order, and then to its new lines, which are selected or filled
 * in by the captain.
 * @param {HTMLElement} host @param {Asked} asked
 */
function showNews(host, { order, held, reasons }) {
  const asks = order.form.title;
  const news = held ? `${held.handle} ${held.blank ?? ""} ${held.line ?? ""}` : reasons.join(" ");
  const { shown, news: before } = host.dataset;
  [host.dataset.shown, host.dataset.news] = [asks, news];
  const body = host.querySelector(".order-body");
  if (shown !== asks) host.scrollTop = 0;
  else if (body && news && news !== before)
    host.scrollTop += body.getBoundingClientRect().top - host.getBoundingClientRect().top;
}

/**
 * @param {Asked} asked @param {boolean} isLate  whether to show since when orders are due @param {Deeds}
 *   deeds
 */
function heading({ order, others, since, missed }, isLate, deeds) {
  const { form } = order;
  return h(
    "header",
    { class: "ask" },
    h("h2", {}, form.title, " ", h("span", { class: "cites" }, ...ruleLinks([form.rule]))),
    form.because ? h("p", { class: "because" }, form.because) : null,
    calledLine(isLate ? since : null, missed ?? 0, deeds),
    ...(form.guide ?? []).map(guideNote),
    answersOffer(form) ? null : drawOffer(others, deeds.answer ?? deeds.turnTo),
  );
}

/**
 * Forms in the row "Other orders": another formation comes before its ships, and optional orders after the
 * required one, so that a small screen shows the required order first.
 * @param {Asked} asked
 */
function besideIt({ order, others }) {
  return answersOffer(order.form) ? others : others.filter((other) => !answersOffer(other));
}

/**
 * Since when orders are due, and how many entries are new since the last visit.
 * @param {string | null} since
 * @param {number} missed @param {Deeds} deeds
 */
function calledLine(since, missed, { showMissed }) {
  const words = sinceText(since, new Date());
  const again = missed > 0 && showMissed;
  if (!words && !again) return null;
  const entries = missed === 1 ? "1 entry" : `${missed} entries`;
  return h(
    "p",
    { class: "called-since small soft" },
    words ? `Orders due ${words}. ` : "",
    again ? `${entries} since your last visit. ` : "",
    again ? h("button", { type: "button", class: "link", onclick: again }, "Replay them") : null,
  );
}

/** The tutorial's advice. @param {import("../types.js").Guide} entry */
function guideNote({ text, why, rule }) {
  return h(
    "p",
    { class: "guide", role: "note" },
    h("strong", {}, text),
    why ? ` ${why} ` : " ",
    h("span", { class: "cites" }, ...(rule ? ruleLinks([rule]) : [])),
  );
}

/** The reasons for the captain's suggestion. @param {string[]} reasons */
function reasonList(reasons) {
  if (!reasons.length) return null;
  return h(
    "section",
    { class: "captain", "aria-labelledby": "captain-title" },
    h("h3", { id: "captain-title" }, "The captain’s reasons"),
    ...reasons.map((words) => h("p", {}, words)),
  );
}

/**
 * Blanks without a choice of pieces, each as a field.
 * @param {FilledOrder} order
 * @param {Deeds} deeds
 */
function blankFields(order, deeds) {
  const fields = cellsOf(order).flatMap((cell) => {
    if (cell.blank === "several" && cell.subject !== "word") return [];
    return (
      fieldOf(
        cell,
        order.cells[cell.name],
        cell.name,
        (value) => deeds.fillBlank(cell.name, value),
        "Choose …",
      ) ?? []
    );
  });
  return h("div", { class: "blank-fields" }, ...fields);
}

/**
 * Everything that can still be ordered, one by one: for the keyboard, and for what is not on the map.
 * @param {Asked} asked @param {Deeds} deeds
 */
function handleList({ order, held, handles }, deeds) {
  const free = handles.filter((handle) => !isInUse(order, handle) && handle.key !== held?.handle);
  if (!free.length) return "";
  return h(
    "div",
    { class: "handles" },
    h("span", { class: "soft small", id: "free-title" }, "Without orders:"),
    h(
      "ul",
      { "aria-labelledby": "free-title" },
      ...free.map((handle) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "handle",
              "data-stays": `handle ${handle.key}`,
              title: handle.help || null,
              onclick: () => deeds.hold(handle),
            },
            handle.words,
          ),
        ),
      ),
    ),
  );
}

const ASKING = "Waiting for the captain’s suggestion …";
const SUGGESTS = "Fill in what the captain would order; you can change it";
const RELIEVES = "The captain submits these orders until another kind is due or the turn ends";

/** @param {Asked} asked @param {Deeds} deeds */
function buttons(asked, deeds) {
  const { order, isSending, isAdvised, hasLast, hasEarlier, question, taken } = asked;
  const faults = faultsOf(order);
  const button = (
    /** @type {string} */ words,
    /** @type {() => void} */ onclick,
    /** @type {Record<string, string | boolean | null>} */ more = {},
  ) => h("button", { type: "button", class: "button", "data-stays": words, onclick, ...more }, words);
  const [refused] = asked.refused.values();
  const said = isAdvised
    ? ASKING
    : faults[0]?.words || refused || question || withoutOrders(order, asked.handles);
  const isReady = !faults.length && !refused && !isSending;
  const isBare = !order.form.pressing && !order.form.blanks.length; // a word such as to decline a draw
  return h(
    "div",
    { class: "deeds" },
    isBare ? null : button("Suggest", deeds.suggest, { title: SUGGESTS }),
    deeds.relieve ? button("Turn on auto-orders", deeds.relieve, { title: RELIEVES }) : null,
    hasLast ? button("Repeat last turn", deeds.asLast) : null,
    isBare ? null : button("Clear", deeds.clear),
    hasEarlier && deeds.backToEarlier
      ? button("Restore mine", deeds.backToEarlier, { title: "Restore your own entries" })
      : null,
    h(
      "span",
      { class: "still small" },
      h("span", { role: "status" }, isSending ? "Sending …" : said),
      taken && !isSending && !refused ? h("span", { class: "taken" }, `${said && " ·"} ${taken}`) : null,
    ),
    button(question ? "Submit anyway" : "Submit", deeds.send, {
      class: `button main send${isReady ? "" : " not-ready"}`,
      "data-stays": "Submit",
    }),
  );
}
