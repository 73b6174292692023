/** The form of a result: scenarios are offered while one types, and a known one fills in rules and sides. */

import { createApi } from "../../darkseas/kit/api.js";
import { byId, h } from "../../darkseas/kit/dom.js";
import { newestAnswer } from "../../darkseas/kit/newest_answer.js";

const PAUSE_MS = 200;

/** @typedef {{key: string, title: string, system: string, sides: string[]}} Scenario */

/** @param {unknown} answer @returns {Scenario[]} */
function scenariosIn(answer) {
  return /** @type {{scenarios: Scenario[]}} */ (answer).scenarios;
}

/** Fills in what a scenario says. @param {HTMLFormElement} form @param {Scenario} scenario */
export function fillFrom(form, scenario) {
  const system = form.elements.namedItem("system");
  if (system instanceof HTMLInputElement) system.value = scenario.system;
  for (const field of form.querySelectorAll("input[data-side]")) {
    const input = /** @type {HTMLInputElement} */ (field);
    const name = scenario.sides[Number(input.dataset.side)];
    if (name) input.value = name;
  }
}

/** @param {HTMLFormElement} form @param {HTMLInputElement} input @param {HTMLElement} titles */
function offerScenarios(form, input, titles) {
  const api = createApi("");
  const newest = newestAnswer();
  const search = async () => {
    const path = `${form.dataset.scenarios}?q=${encodeURIComponent(input.value)}`;
    const answer = await newest(() => api.get(path));
    if (answer === undefined) return;
    const found = scenariosIn(answer);
    titles.replaceChildren(...found.map((one) => h("option", { value: one.title })));
    const wanted = input.value.trim().toLowerCase();
    const same = found.filter((one) => one.title.toLowerCase() === wanted);
    if (same.length === 1 && same[0]) fillFrom(form, same[0]);
  };
  let waiting = 0;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    // Without the line the form still takes any name.
    waiting = window.setTimeout(() => void search().catch(() => undefined), PAUSE_MS);
  });
  const system = form.elements.namedItem("system");
  // What was typed before this script came counts too.
  if (input.value && system instanceof HTMLInputElement && !system.value)
    void search().catch(() => undefined);
}

const form = document.querySelector("form.result-form");
if (form instanceof HTMLFormElement && document.getElementById("id_scenario"))
  offerScenarios(form, byId("id_scenario", HTMLInputElement), byId("scenario-titles"));
