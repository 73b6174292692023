/** Fighting the draft between captains: once to look at, a hundred times for its balance. */

import { h } from "../../../darkseas/kit/dom.js";
import { writeFraction } from "../../../darkseas/kit/fractions.js";
import { intervalOf } from "./wilson_interval.js";
import { TrialFight } from "./playtest.js";
import { FoughtStates } from "./fought_states.js";

/** @typedef {import("./playtest.js").Result} Result */
/** @typedef {import("../types.js").Spec} Spec */

const MANY = 100;

const LEAD =
  "Captains (computer opponents) fight the current draft by the rules and with dice. " +
  "Watch one battle, or let them fight a hundred and see how even it is.";

/** @param {HTMLElement} element @param {import("../types.js").Context} context */
export function mount(element, context) {
  return new TryPanel(element, context);
}

class TryPanel {
  bar = /** @type {HTMLProgressElement} */ (
    h("progress", { max: 1, value: 0, "aria-label": "How far the battles are", hidden: true })
  );
  status = h("p", { class: "job-state", role: "status" });
  faults = h("div", { class: "job-result" });
  // The last battle stays to be watched when a hundred are fought after it, and the other way about.
  battle = h("div", { class: "job-result" });
  shares = h("div", { class: "job-result" });

  /** @param {HTMLElement} element @param {import("../types.js").Context} context */
  constructor(element, context) {
    this.context = context;
    this.states = new FoughtStates(context);
    this.once = button("Fight it now", () => void this.start(1));
    this.once.classList.add("main");
    this.often = button("Fight a hundred", () => void this.start(MANY));
    this.cancel = button("Cancel", () => void this.fight.stop());
    this.cancel.hidden = true;
    element.append(
      h("p", { class: "lead" }, LEAD),
      h("p", { class: "row-buttons" }, this.once, this.often, this.cancel),
      this.bar,
      this.status,
      this.faults,
      this.battle,
      this.shares,
      this.states.element,
    );
    void this.states.ask();
    this.fight = new TrialFight({
      api: /** @type {import("./playtest.js").Parts["api"]} */ (context.api),
      fightUrl: context.known.fight_url,
      settle: context.settle,
      say: (words) => {
        this.status.textContent = words;
      },
      progress: (done, total) => {
        this.bar.max = total;
        this.bar.value = done;
      },
    });
  }

  /** @param {boolean} isBusy */
  showBusy(isBusy) {
    this.once.toggleAttribute("disabled", isBusy);
    this.often.toggleAttribute("disabled", isBusy);
    this.cancel.hidden = this.bar.hidden = !isBusy;
  }

  /** @param {number} battles */
  async start(battles) {
    const errors = this.context.findings().filter((finding) => !finding.is_advice);
    if (errors.length) {
      const faults = errors.length === 1 ? "one error" : `${errors.length} errors`;
      this.status.textContent = `The draft cannot be played yet. Fix ${faults} first; see “Checks”.`;
      return;
    }
    this.showBusy(true);
    this.faults.replaceChildren();
    try {
      const result = await this.fight.run(battles);
      if (result) this.showResult(battles, result);
    } catch (fault) {
      this.status.textContent = /** @type {Error} */ (fault).message;
      this.showErrors(/** @type {import("../../../darkseas/kit/api.js").Refusal} */ (fault).errors);
    } finally {
      this.showBusy(false);
    }
  }

  /** The newest result stands first, below the state. @param {number} battles @param {Result} result */
  showResult(battles, result) {
    const { spec } = this.context.store;
    this.faults.after(battles === 1 ? this.battle : this.shares);
    if (battles === 1) this.battle.replaceChildren(...oneBattle(spec, result));
    else {
      this.shares.replaceChildren(...manyBattles(spec, result));
      void this.states.ask();
    }
  }

  /** @param {{pointer: string, detail: string}[] | undefined} errors */
  showErrors(errors) {
    if (!errors?.length) return;
    this.faults.replaceChildren(h("ul", {}, ...errors.map((error) => h("li", {}, error.detail))));
  }

  update() {
    this.states.update();
  }
}

/** @param {string} words @param {() => void} act */
function button(words, act) {
  return h("button", { type: "button", class: "button", onclick: act }, words);
}

/** @param {Spec} spec @param {string} key */
const nameOf = (spec, key) => spec.sides.find((side) => side.key === key)?.name ?? key;

/** What a battle came to. @param {Spec} spec @param {Result} result */
function oneBattle(spec, result) {
  const scores = Object.entries(result.scores ?? {}).map(
    ([side, score]) => `${nameOf(spec, side)} ${writeFraction(score)}`,
  );
  const hasPoints = Object.values(result.scores ?? {}).some((score) => writeFraction(score) !== "0");
  return [
    h("h3", {}, "One battle"),
    h(
      "p",
      { class: "verdict" },
      h("strong", {}, result.winner ? `Victory: ${nameOf(spec, result.winner)}` : "No victor"),
      hasPoints ? `: ${scores.join(", ")} points` : "",
      result.turns ? `, after ${result.turns} turn${result.turns === 1 ? "" : "s"}.` : ".",
    ),
    h("h4", {}, "Losses"),
    h("ul", {}, ...lossLines(spec, result.losses)),
    h(
      "p",
      {},
      h(
        "a",
        { class: "button main", href: result.url, target: "_blank", rel: "noopener" },
        "Watch the battle",
      ),
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

/** What many battles came to. @param {Spec} spec @param {Result} result */
function manyBattles(spec, result) {
  const lines = spec.sides.map((side, number) => balance(side, number, result));
  return [
    h("h3", {}, `${result.battles} battles`),
    h("div", { class: "balances" }, ...lines),
    h(
      "p",
      { class: "soft" },
      result.drawn ? `Drawn: ${result.drawn} of ${result.battles}. ` : "",
      "The thin line is where the true share lies with 95 in 100 chances, " +
        `were captains to fight on for ever. On average ${(result.turns / result.battles).toFixed(1)} turns.`,
    ),
  ];
}

/** @param {import("../types.js").Side} side @param {number} number @param {Result} result */
function balance(side, number, result) {
  const wins = result.wins[side.key] ?? 0;
  const { low, high } = intervalOf(wins, result.battles);
  const share = Math.round((100 * wins) / result.battles);
  const fill = h("span", { class: "balance-fill" });
  const range = h("span", { class: "balance-range" });
  fill.style.width = `${share}%`;
  range.style.left = `${low}%`;
  range.style.width = `${high - low}%`;
  const inHundred = result.battles === 100 ? "" : `, ${share} in 100`;
  const lost = ((result.losses?.[side.key] ?? 0) / result.battles).toFixed(1);
  return h(
    "div",
    { class: `balance navy-${side.navies?.[0] ?? ""}` },
    h(
      "p",
      {},
      h("span", { class: `ensign navy-${side.navies?.[0] ?? ""} notch-${number}` }),
      h("strong", {}, side.name),
      `: won ${wins} of ${result.battles}${inHundred}; the true share most likely lies between ` +
        `${low} and ${high} in 100. ` +
        `Ships lost in a battle: ${lost}.`,
    ),
    h("div", { class: "balance-bar", "aria-hidden": "true" }, fill, range),
  );
}
