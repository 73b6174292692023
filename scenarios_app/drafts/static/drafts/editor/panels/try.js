/** Fighting the draft between captains: once to look at, a hundred times for its balance. */

import { h } from "../../../darkseas/kit/dom.js";
import { writeFraction } from "../../../darkseas/kit/fractions.js";
import { intervalOf } from "../../../darkseas/kit/wilson_interval.js";

const ASK_MS = 400;
const MANY = 100;

/** @param {HTMLElement} element @param {import("../types.js").Context} context */
export function mount(element, context) {
  const { store } = context;
  const once = h("button", { type: "button", class: "button main", onclick: () => start(1) }, "Fight it now");
  const often = h(
    "button",
    { type: "button", class: "button", onclick: () => start(MANY) },
    "Fight a hundred",
  );
  const cancel = h("button", { type: "button", class: "button", hidden: true, onclick: stop }, "Cancel");
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
  /** The addresses of the job that is at work. @type {{url: string, cancel_url: string} | null} */
  let job = null;
  // Who cancels before the site has answered with the job means that one too.
  let isStopped = false;

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
    isStopped = false;
    bar.value = 0;
    faults.replaceChildren();
    state.textContent = "Saving…";
    try {
      if (!(await context.settle()))
        throw new Error("It is not saved yet, so it cannot be fought. Look at the state beside the title.");
      if (!isStopped)
        state.textContent =
          battles === 1 ? "The captains are fighting…" : "A hundred battles are being fought…";
      const asked = await context.api.post(context.known.fight_url, { battles });
      job = asked;
      if (isStopped) await cancelAt(asked.cancel_url);
      await follow(asked.url, battles);
    } catch (fault) {
      state.textContent = /** @type {Error} */ (fault).message;
      showErrors(/** @type {any} */ (fault).errors);
    } finally {
      job = null;
      busy(false);
    }
  }

  /** @param {{pointer: string, detail: string}[] | undefined} errors */
  function showErrors(errors) {
    if (errors?.length) faults.replaceChildren(h("ul", {}, ...errors.map((one) => h("li", {}, one.detail))));
  }

  /** @param {string} address @param {number} battles */
  async function follow(address, battles) {
    for (;;) {
      const told = await context.api.get(address);
      bar.max = told.total || 1;
      bar.value = told.done;
      if (battles > 1 && told.state === "running" && !isStopped)
        state.textContent = `${told.done} of ${told.total} battles fought.`;
      if (told.state === "done") return done(battles, told.result);
      if (told.state === "failed") throw new Error(told.error || "The battle could not be fought.");
      if (told.state === "cancelled") {
        state.textContent = "Cancelled.";
        return undefined;
      }
      await new Promise((go) => {
        setTimeout(go, ASK_MS);
      });
    }
  }

  async function stop() {
    isStopped = true;
    state.textContent = "Cancelling…";
    if (job) await cancelAt(job.cancel_url);
  }

  /** @param {string} address */
  async function cancelAt(address) {
    await context.api.post(address).catch((/** @type {Error} */ fault) => {
      state.textContent = fault.message;
    });
  }

  /** @param {number} battles @param {any} told */
  function done(battles, told) {
    state.textContent = battles === 1 ? "The battle is over." : `${told.battles} battles fought.`;
    if (battles === 1) battle.replaceChildren(...one(told));
    else shares.replaceChildren(...many(told));
  }

  /** @param {string} key */
  const nameOf = (key) => store.spec.sides.find((/** @type {any} */ side) => side.key === key)?.name ?? key;

  /** @param {any} told */
  function one(told) {
    const scores = Object.entries(told.scores ?? {}).map(
      ([side, score]) => `${nameOf(side)} ${writeFraction(/** @type {any} */ (score))}`,
    );
    return [
      h(
        "p",
        { class: "verdict" },
        h("strong", {}, told.winner ? `Victory: ${nameOf(told.winner)}` : "No victor"),
        scores.length ? `: ${scores.join(", ")} points` : "",
        told.turns ? `, after ${told.turns} turn${told.turns === 1 ? "" : "s"}.` : ".",
      ),
      h("h3", {}, "Losses"),
      h("ul", {}, ...lossLines(told.losses)),
      h(
        "p",
        {},
        h(
          "a",
          { class: "button main", href: told.url, target: "_blank", rel: "noopener" },
          "Watch the battle",
        ),
      ),
    ];
  }

  /** @param {any} losses */
  function lossLines(losses) {
    const lines = Object.entries(losses ?? {}).map(
      ([side, lost]) => `${nameOf(side)}: ${lost === 1 ? "one ship" : `${lost} ships`}`,
    );
    return (lines.length ? lines : ["None."]).map((words) => h("li", {}, words));
  }

  /** @param {any} told */
  function many(told) {
    const lines = store.spec.sides.map((/** @type {any} */ side, /** @type {number} */ number) =>
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

  /** @param {any} side @param {number} number @param {any} told */
  function balance(side, number, told) {
    const wins = told.wins[side.key] ?? 0;
    const { low, high } = intervalOf(wins, told.battles);
    const share = Math.round((100 * wins) / told.battles);
    const fill = h("span", { class: "balance-fill" });
    const range = h("span", { class: "balance-range" });
    fill.style.width = `${share}%`;
    range.style.left = `${low}%`;
    range.style.width = `${high - low}%`;
    const lost = ((told.losses[side.key] ?? 0) / told.battles).toFixed(1);
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
  return { update: () => {} };
}
