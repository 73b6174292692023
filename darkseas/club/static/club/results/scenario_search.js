/** The form of a result: suggests scenarios while you type; a known one fills in rules and sides. */

import { createApi } from "../../darkseas/kit/api.js";
import { byId, h } from "../../darkseas/kit/dom.js";
import { newestAnswer } from "../../darkseas/kit/latest_response.js";
import { plainText } from "../../darkseas/kit/slugs.js";

const PAUSE_MS = 200;

/** @typedef {{key: string, title: string, system: string, sides: string[]}} Scenario */

/** @param {unknown} answer @returns {Scenario[]} */
function scenariosIn(answer) {
  return /** @type {{scenarios: Scenario[]}} */ (answer).scenarios;
}

/** Values that this script filled in and may overwrite. @type {WeakMap<HTMLInputElement, string>} */
const filled = new WeakMap();

/** @param {HTMLInputElement} input */
function isFree(input) {
  const isEmpty = input.value === "" && input !== document.activeElement;
  return isEmpty || (input.value !== "" && input.value === filled.get(input));
}

/** @param {HTMLInputElement} input @param {string} value */
function fill(input, value) {
  input.value = value;
  filled.set(input, value);
}

/**
 * Fills in what a scenario says and nobody has typed. Where a side is typed, the others get the names that
 * are left; one that the scenario does not know, or is still being typed, leaves them all alone.
 * @param {HTMLFormElement} form @param {Scenario} scenario
 */
export function fillFrom(form, scenario) {
  const system = form.elements.namedItem("system");
  if (system instanceof HTMLInputElement && isFree(system)) fill(system, scenario.system);
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[data-side]")]);
  const typed = fields.filter((field) => !isFree(field)).map((field) => field.value.trim());
  if (!typed.every((name) => scenario.sides.includes(name))) return;
  const left = scenario.sides.filter((name) => !typed.includes(name));
  for (const field of fields.filter(isFree)) {
    const name = left.shift();
    if (name !== undefined) fill(field, name);
  }
}

/** @param {HTMLFormElement} form @param {HTMLInputElement} input @param {HTMLElement} titles */
function offerScenarios(form, input, titles) {
  const api = createApi("");
  const newest = newestAnswer();
  /** @type {Scenario | undefined} */
  let known;
  const search = async () => {
    const path = `${form.dataset.scenarios}?q=${encodeURIComponent(input.value)}`;
    const answer = await newest(() => api.get(path));
    if (answer === undefined) return;
    const found = scenariosIn(answer);
    titles.replaceChildren(...found.map((one) => h("option", { value: one.title })));
    const wanted = plainText(input.value.trim());
    const same = found.filter((one) => plainText(one.title) === wanted);
    known = same.length === 1 ? same[0] : undefined;
    if (known) fillFrom(form, known);
  };
  form.addEventListener("focusout", () => {
    // Wait until the field loses focus: the user may still be typing.
    if (known) setTimeout(fillFrom, 0, form, known);
  });
  let waiting = 0;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    // Offline, the form still accepts any name.
    waiting = window.setTimeout(() => void search().catch(() => undefined), PAUSE_MS);
  });
  const system = form.elements.namedItem("system");
  // Handle text typed before this script loaded.
  if (input.value && system instanceof HTMLInputElement && !system.value)
    void search().catch(() => undefined);
}

const form = document.querySelector("form.result-form");
if (form instanceof HTMLFormElement && document.getElementById("id_scenario"))
  offerScenarios(form, byId("id_scenario", HTMLInputElement), byId("scenario-titles"));
