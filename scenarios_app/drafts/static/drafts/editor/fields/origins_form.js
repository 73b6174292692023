/** The origins of numbers, part by part, and leftover origins of deleted parts. */

import { h } from "../../../darkseas/kit/dom.js";
import { labelled } from "./controls/labels.js";
import { ORIGINS, originWithin, withOne } from "./origins.js";
import { at, same, written } from "./document_paths.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("./controls/form_context.js").FormContext} FormContext */

const SEVERAL = "several";

/**
 * The parts of a document that have numbers, with their names.
 * @param {import("../types.js").Spec} spec @returns {{place: Place, title: string}[]}
 */
function partsOf(spec) {
  const sides = (spec.sides ?? []).flatMap((side) => [
    { place: ["sides", side.key, "rules"], title: `Rules of ${side.name || "this side"}` },
    { place: ["sides", side.key, "groups"], title: `Task groups of ${side.name || "this side"}` },
  ]);
  const parts = [
    { place: ["map"], title: "The map" },
    { place: ["sea"], title: "Light and sight" },
    { place: ["aims"], title: "Victory conditions" },
    ...sides,
  ];
  return parts.filter(({ place }) => Object.keys(at(spec, place) ?? {}).length > 0);
}

/** @param {FormContext} formContext @returns {import("../types.js").Part} */
export function originsPart(formContext) {
  const { store } = formContext.context;
  const rows = h("div", { class: "fields" });
  const lost = h("ul", { class: "findings" });
  const element = h(
    "div",
    { class: "origins-form" },
    h("p", { class: "soft" }, "Readers see the origin next to the numbers. Each ship has her own."),
    rows,
    lost,
  );
  /** @type {{place: Place, title: string}[]} */
  let shown = [];
  /** @type {(() => void)[]} */
  let updates = [];

  function update() {
    const parts = partsOf(store.spec);
    if (!same(parts, shown)) {
      shown = parts;
      const made = parts.map((part) => row(formContext, part));
      updates = made.map((one) => one.update);
      rows.replaceChildren(...made.map((one) => one.element));
    }
    for (const one of updates) one();
    showLost();
  }

  function showLost() {
    lost.replaceChildren(
      ...formContext.context
        .findings()
        .filter((one) => isLost(one.where))
        .map((one) => lostLine(formContext, one)),
    );
  }
  formContext.context.onFindings(showLost);

  /** Whether an origin is said of something that has no row here. @param {string} where */
  function isLost(where) {
    const path = where.replace(/^origins\./, "");
    return (
      path !== where &&
      path in (store.spec.origins ?? {}) &&
      !shown.some(({ place }) => written(place) === path)
    );
  }
  return { element, update };
}

/** @param {FormContext} formContext @param {{place: Place, title: string}} part */
function row(formContext, { place, title }) {
  const { store } = formContext.context;
  const several = h("option", { value: SEVERAL, disabled: true }, "of several kinds");
  const control = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      {},
      h("option", { value: "", disabled: true }, "not said"),
      several,
      ...Object.entries(ORIGINS).map(([origin, words]) => h("option", { value: origin }, words)),
    )
  );
  control.addEventListener("change", () =>
    store.change(`${title}, origin`, (spec) => ({ ...spec, origins: withOne(spec, place, control.value) })),
  );
  const { element } = labelled(
    formContext,
    { name: "origin", kind: "choice", title },
    ["origins", written(place)],
    control,
  );
  const update = () => {
    control.value = originWithin(store.spec, place) ?? SEVERAL;
  };
  return { element, update };
}

/** @param {FormContext} formContext @param {import("../types.js").Finding} finding */
function lostLine(formContext, finding) {
  const path = finding.where.replace(/^origins\./, "");
  const drop = () =>
    formContext.context.store.change("Take out an origin", (spec) => ({
      ...spec,
      origins: Object.fromEntries(Object.entries(spec.origins ?? {}).filter(([origin]) => origin !== path)),
    }));
  return h(
    "li",
    { class: `finding ${finding.is_advice ? "advice" : "error"}`, "data-place": finding.where },
    h("span", { class: "finding-kind" }, finding.is_advice ? "Advice" : "Fix this"),
    h(
      "span",
      { class: "finding-text" },
      h("span", { class: "finding-place" }, path.replace(/\./g, ", ").replace(/_/g, " ")),
      finding.text,
    ),
    h(
      "button",
      { type: "button", class: "button small-button", onclick: drop },
      "Take it out",
      h("span", { class: "unseen" }, `: ${path}`),
    ),
  );
}
