/** Publishing the draft as the next revision. */

import { h } from "../../../darkseas/kit/dom.js";
import { licenceField } from "../about_form.js";
import { fieldPart } from "../fields/fields.js";
import { freshId } from "../fields/controls.js";
import { line } from "./checks.js";

const SEEN_BY = [
  ["public", "Everybody: it is listed in the library"],
  ["unlisted", "Whoever has its address"],
  ["private", "Its authors alone"],
];

/** @param {HTMLElement} element @param {import("../types.js").Context} context */
export function mount(element, context) {
  const { draft, people } = context;
  const number = draft().scenario?.revision ?? 0;
  const licence = fieldPart({ context }, licenceField(context.known.licences), ["about", "licence"]);
  const note = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { id: freshId("note"), rows: 3, maxlength: 2000 })
  );
  const radios = SEEN_BY.map(
    ([value]) =>
      /** @type {HTMLInputElement} */ (
        h("input", {
          type: "radio",
          name: "visibility",
          value,
          checked: value === (number ? draft().scenario.visibility : "public"),
        })
      ),
  );
  const button = h("button", { type: "button", class: "button main", onclick: publish }, "Publish");
  const state = h("p", { class: "job-state", role: "status" });
  const lead = h("p", { class: "lead" });
  const hinders = h("div", { class: "hinders" });
  const differs = h(
    "p",
    {},
    h(
      "a",
      { href: context.known.difference_url, target: "_blank", rel: "noopener" },
      "See what changed since that revision",
    ),
  );
  element.append(
    lead,
    differs,
    hinders,
    h(
      "fieldset",
      { class: "field" },
      h("legend", {}, "Who may see it"),
      h(
        "div",
        { class: "ticks upright" },
        ...SEEN_BY.map(([, words], at) => h("label", { class: "tick" }, radios[at], words)),
      ),
    ),
    licence.element,
    h(
      "div",
      { class: "field" },
      h("label", { for: note.id }, "What changed"),
      note,
      h(
        "p",
        { class: "help" },
        "A sentence for whoever knew the revision before. The first revision needs none.",
      ),
    ),
    h("p", { class: "row-buttons" }, button),
    state,
  );
  if (!people.isOwner) {
    element.replaceChildren(
      h("p", { class: "lead" }, "You help with this draft. Its owner publishes it."),
      differs,
    );
    return { update: () => {} };
  }
  say(number);

  /** @param {number} now */
  function say(now) {
    differs.hidden = !now;
    lead.textContent = now
      ? `Revision ${now} stands published. Publishing makes revision ${now + 1}; battles already fought keep theirs.`
      : "Publishing makes revision 1. It can never be changed after, only followed by another; battles keep the one they were fought on.";
  }

  async function publish() {
    button.toggleAttribute("disabled", true);
    hinders.replaceChildren();
    try {
      state.textContent = "Saving…";
      if (!(await context.settle()))
        throw new Error(
          "It is not saved yet, so it cannot be published. Look at the state beside the title.",
        );
      state.textContent = "Publishing…";
      const visibility = radios.find((one) => one.checked)?.value ?? "private";
      const told = await context.api.post(`/api/v1/drafts/${context.id}/publish/`, {
        note: note.value,
        visibility,
        version: context.version(),
      });
      published(told);
    } catch (fault) {
      refused(/** @type {any} */ (fault));
    } finally {
      button.toggleAttribute("disabled", false);
    }
  }

  /** @param {any} told */
  function published(told) {
    note.value = "";
    state.replaceChildren(
      h("strong", {}, `Revision ${told.number} is published.`),
      " ",
      h("a", { href: told.url }, "See it"),
    );
    context.announce(`Revision ${told.number} is published.`);
    say(told.number);
  }

  /** @param {any} fault */
  function refused(fault) {
    state.textContent = fault.message;
    const findings =
      fault.problem?.findings ??
      (fault.errors ?? []).map((/** @type {any} */ one) => ({
        where: one.pointer.replace(/^#\/?/, "").replace(/\//g, "."),
        text: one.detail,
        rule: "",
        remedy: "",
        is_advice: false,
      }));
    hinders.replaceChildren(
      ...(findings.length
        ? [
            h("p", { class: "soft" }, "First mend this:"),
            h("ul", { class: "findings" }, ...findings.map((/** @type {any} */ one) => line(one, context))),
          ]
        : []),
    );
    if (findings.length) /** @type {HTMLElement | null} */ (hinders.querySelector("button"))?.focus();
  }

  return {
    update() {
      licence.update();
      const errors = context.findings().filter((one) => !one.is_advice);
      button.classList.toggle("blocked", errors.length > 0);
      if (!state.textContent || state.dataset.isCount) {
        state.dataset.isCount = "yes";
        state.textContent = errors.length
          ? `${errors.length === 1 ? "One thing is" : `${errors.length} things are`} to mend before it can be published; see “Checks”.`
          : "";
      }
    },
  };
}
