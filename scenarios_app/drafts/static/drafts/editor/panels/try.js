/** Fighting the draft between captains: once to look at, a hundred times for its balance. */

import { h } from "../../../darkseas/kit/dom.js";
import { writeFraction } from "../../../darkseas/kit/fractions.js";
import { intervalOf } from "../../../darkseas/kit/wilson_interval.js";
import { TrialFight } from "./trial_fight.js";

/** @typedef {import("./trial_fight.js").Result} Result */
/** @typedef {import("../types.js").Spec} Spec */

const MANY = 100;

/** @param {HTMLElement} element @param {import("../types.js").Context} context */
export function mount(element, context) {
  const once = h("button", { type: "button", class: "button main", onclick: () => start(1) }, "Fight it now");
  const often = h(
    "button",
    { type: "button", class: "button", onclick: () => start(MANY) },
    "Fight a hundred",
  );
  const cancel = h(
    "button",
    { type: "button", class: "button", hidden: true, onclick: () => fight.stop() },
    "Cancel",
  );
  const bar = /** @type {HTMLProgressElement} */ (
    h("progress", { max: 1, value: 0, "aria-label": "How far the battles are", hidden: true })
  );
  const state = h("p", { class: "job-state", role: "status" });
  const faults = h("div", { class: "job-result" });
  // The last battle stays to be watched when a hundred are fought after it, and the other way about.
  const battle = h("div", { class: "job-result" });
  const shares = h("div", { class: "job-result" });
  element.append(
    h(
      "p",
      { class: "lead" },
      "Captains fight the scenario as it stands here, by the rules and with dice. Watch one battle, or let them fight a hundred and see how even it is.",
    ),
    h("p", { class: "row-buttons" }, once, often, cancel),
    bar,
    state,
    faults,
    battle,
    shares,
  );
  const fight = new TrialFight({
    api: context.api,
    fightUrl: context.known.fight_url,
    settle: context.settle,
    say: (words) => {
      state.textContent = words;
    },
    progress: (done, total) => {
      bar.max = total;
      bar.value = done;
    },
  });

  /** @param {boolean} isBusy */
  function busy(isBusy) {
    once.toggleAttribute("disabled", isBusy);
    often.toggleAttribute("disabled", isBusy);
    cancel.hidden = bar.hidden = !isBusy;
  }

  /** @param {number} battles */
  async function start(battles) {
    const errors = context.findings().filter((one) => !one.is_advice);
    if (errors.length) {
      state.textContent = `It cannot be fought yet: ${errors.length === 1 ? "one thing is" : `${errors.length} things are`} to mend. See “Checks”.`;
      return;
    }
    busy(true);
    faults.replaceChildren();
    try {
      const result = await fight.run(battles);
      if (result && battles === 1) battle.replaceChildren(...oneBattle(context.store.spec, result));
      else if (result) shares.replaceChildren(...manyBattles(context.store.spec, result));
    } catch (fault) {
      state.textContent = /** @type {Error} */ (fault).message;
      showErrors(/** @type {import("../../../darkseas/kit/api.js").Refusal} */ (fault).errors);
    } finally {
      busy(false);
    }
  }

  /** @param {{pointer: string, detail: string}[] | undefined} errors */
  function showErrors(errors) {
    if (errors?.length) faults.replaceChildren(h("ul", {}, ...errors.map((one) => h("li", {}, one.detail))));
  }
  return { update: () => {} };
}

/** @param {Spec} spec @param {string} key */
const nameOf = (spec, key) => spec.sides.find((/** @type {any} */ side) => side.key === key)?.name ?? key;

/** What a battle came to. @param {Spec} spec @param {Result} told */
function oneBattle(spec, told) {
  const scores = Object.entries(told.scores ?? {}).map(
    ([side, score]) => `${nameOf(spec, side)} ${writeFraction(score)}`,
  );
  return [
    h(
      "p",
      { class: "verdict" },
      h("strong", {}, told.winner ? `Victory: ${nameOf(spec, told.winner)}` : "No victor"),
      scores.length ? `: ${scores.join(", ")} points` : "",
      told.turns ? `, after ${told.turns} turn${told.turns === 1 ? "" : "s"}.` : ".",
    ),
    h("h3", {}, "Losses"),
    h("ul", {}, ...lossLines(spec, told.losses)),
    h(
      "p",
      {},
      h("a", { class: "button main", href: told.url, target: "_blank", rel: "noopener" }, "Watch the battle"),
    ),
  ];
}

/** @param {Spec} spec @param {Record<string, number> | undefined} losses */
function lossLines(spec, losses) {
  const lines = Object.entries(losses ?? {}).map(
    ([side, lost]) => `${nameOf(spec, side)}: ${lost === 1 ? "one ship" : `${lost} ships`}`,
  );
  return (lines.length ? lines : ["None."]).map((words) => h("li", {}, words));
}

/** What many battles came to. @param {Spec} spec @param {Result} told */
function manyBattles(spec, told) {
  const lines = spec.sides.map((/** @type {any} */ side, /** @type {number} */ number) =>
    balance(side, number, told),
  );
  return [
    h("div", { class: "balances" }, ...lines),
    h(
      "p",
      { class: "soft" },
      told.drawn ? `Drawn: ${told.drawn} of ${told.battles}. ` : "",
      `The thin line is where the true share lies with 95 in 100 chances, were captains to fight on for ever. On average ${Math.round(told.turns / told.battles)} turns.`,
    ),
  ];
}

/** @param {any} side @param {number} number @param {Result} told */
function balance(side, number, told) {
  const wins = told.wins[side.key] ?? 0;
  const { low, high } = intervalOf(wins, told.battles);
  const share = Math.round((100 * wins) / told.battles);
  const fill = h("span", { class: "balance-fill" });
  const range = h("span", { class: "balance-range" });
  fill.style.width = `${share}%`;
  range.style.left = `${low}%`;
  range.style.width = `${high - low}%`;
  const lost = ((told.losses?.[side.key] ?? 0) / told.battles).toFixed(1);
  return h(
    "div",
    { class: `balance navy-${side.navies?.[0] ?? ""}` },
    h(
      "p",
      {},
      h("span", { class: `ensign navy-${side.navies?.[0] ?? ""} notch-${number}` }),
      h("strong", {}, side.name),
      ` wins ${wins} of ${told.battles}: ${share} in 100, most likely ${low} to ${high}. Ships lost in a battle: ${lost}.`,
    ),
    h("div", { class: "balance-bar", "aria-hidden": "true" }, fill, range),
  );
}
