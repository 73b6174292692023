/** Publishing the draft as the next revision. */

import { h } from "../../../darkseas/kit/dom.js";
import { licenceField } from "../about_form.js";
import { fieldPart } from "../fields/fields.js";
import { freshId } from "../fields/controls/labels.js";
import { readiness, refusalInWords } from "../findings.js";
import { line } from "./checks.js";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Finding} Finding */
/** @typedef {import("../../../darkseas/kit/api.js").Refusal} Refusal */
/** @typedef {{number: number, url: string}} Published */

const FIRST =
  "Publishing makes revision 1. It can never be changed after, only followed by another; " +
  "battles keep the one they were fought on.";
const NOT_SAVED = "It is not saved yet, so it cannot be published. Look at the state beside the title.";

/** @param {HTMLElement} element @param {Context} context */
export function mount(element, context) {
  const difference = differenceLink(context);
  if (context.people.isOwner) return new PublishPanel(element, context, difference);
  element.append(h("p", { class: "lead" }, "You help with this draft. Its owner publishes it."), difference);
  return { update: () => {} };
}

/** @param {Context} context */
function differenceLink(context) {
  return h(
    "p",
    {},
    h(
      "a",
      { href: context.known.difference_url, target: "_blank", rel: "noopener" },
      "See what changed since that revision",
    ),
  );
}

class PublishPanel {
  lead = h("p", { class: "lead" });
  /** Errors that prevent publishing. */
  hinders = h("div", { class: "hinders" });
  status = h("p", { class: "job-state", role: "status", tabindex: -1 });
  /** The document that the status refers to; a change replaces the status by the errors that are left. */
  told = /** @type {import("../types.js").Spec | null} */ (null);
  /** The document published from this page; it is not published twice. */
  published = /** @type {import("../types.js").Spec | null} */ (null);
  isBusy = false;
  number = 0;
  note = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { id: freshId("note"), rows: 3, maxlength: 2000 })
  );

  /** @param {HTMLElement} element @param {Context} context @param {HTMLElement} difference */
  constructor(element, context, difference) {
    this.context = context;
    this.difference = difference;
    const { scenario } = context.draft();
    const number = scenario?.revision ?? 0;
    this.licence = fieldPart({ context }, licenceField(context.known.licences), ["about", "licence"]);
    const { known } = context;
    this.radios = visibilityRadios(known);
    this.button = h(
      "button",
      { type: "button", class: "button main", onclick: () => void this.publish() },
      "Publish",
    );
    element.append(
      this.lead,
      difference,
      this.hinders,
      visibilityField(known, this.radios, () => this.chooseVisibility()),
      this.licence.element,
      this.noteField(),
      h("p", { class: "row-buttons" }, this.button),
      this.status,
    );
    this.showNumber(number);
  }

  noteField() {
    return h(
      "div",
      { class: "field" },
      h("label", { for: this.note.id }, "What changed"),
      this.note,
      h("p", { class: "help" }, "One sentence for readers of the previous revision. The first needs none."),
    );
  }

  /** @param {number} number  the current revision; 0 for none */
  showNumber(number) {
    this.number = number;
    this.difference.hidden = !number;
    this.lead.textContent = number
      ? `Revision ${number} is published. Publishing creates revision ${number + 1}; ` +
        "existing battles keep their revision."
      : FIRST;
  }

  async publish() {
    const { context, status } = this;
    if (this.isBusy) return;
    if (!this.hasLicence()) return context.select("about.licence");
    this.isBusy = true;
    this.told = context.store.spec;
    this.button.toggleAttribute("disabled", true);
    this.hinders.replaceChildren();
    try {
      status.textContent = "Saving…";
      if (!(await context.settle())) throw new Error(NOT_SAVED);
      status.textContent = "Publishing…";
      const visibility = this.radios.find((radio) => radio.checked)?.value ?? (this.number ? "" : "private");
      const body = { note: this.note.value, visibility, version: context.version() };
      const revision = await context.api.post(`/api/v1/drafts/${context.id}/publish/`, body);
      this.showPublished(/** @type {Published} */ (revision));
    } catch (fault) {
      this.showRefusal(/** @type {Refusal} */ (fault));
    } finally {
      this.isBusy = false;
      this.told = context.store.spec;
      this.button.toggleAttribute("disabled", this.published === this.told);
    }
  }

  /** A changed visibility can be sent without a new revision. */
  chooseVisibility() {
    this.published = null;
    this.button.toggleAttribute("disabled", this.isBusy);
  }

  hasLicence() {
    const { known, store } = this.context;
    return Object.hasOwn(known.licences, store.spec.about?.licence ?? "");
  }

  /** @param {Published} revision  the new one; the current one if only the visibility changed */
  showPublished(revision) {
    const isNew = revision.number !== this.number;
    const words = isNew
      ? `Revision ${revision.number} is published.`
      : `The visibility is changed; revision ${revision.number} is unchanged.`;
    if (isNew) this.note.value = "";
    this.status.replaceChildren(h("strong", {}, words), " ", h("a", { href: revision.url }, "See it"));
    this.published = this.told;
    this.showNumber(revision.number);
    this.status.focus();
    this.status.scrollIntoView({ block: "center" });
    this.context.announce(words);
  }

  /** @param {Refusal} refusal */
  showRefusal(refusal) {
    const findings = findingsOf(refusal);
    this.status.textContent = refusalInWords(refusal.message, findings);
    if (!findings.length) return this.hinders.replaceChildren();
    this.hinders.replaceChildren(
      h("p", { class: "soft" }, "Fix this first:"),
      h("ul", { class: "findings" }, ...findings.map((finding) => line(finding, this.context))),
    );
    /** @type {HTMLElement | null} */ (this.hinders.querySelector("button"))?.focus();
    return undefined;
  }

  update() {
    this.licence.update();
    const { isReady, words } = readiness(this.context.findings(), this.hasLicence());
    this.button.classList.toggle("blocked", !isReady);
    this.button.setAttribute("aria-disabled", String(!this.hasLicence()));
    if (this.isBusy || this.told === this.context.store.spec) return;
    this.told = null;
    this.button.toggleAttribute("disabled", false);
    this.hinders.replaceChildren();
    this.status.textContent = words;
  }
}

/** The present choice is chosen. @param {Context["known"]} known @returns {HTMLInputElement[]} */
function visibilityRadios(known) {
  return known.visibilities.map(
    ([value]) =>
      /** @type {HTMLInputElement} */ (
        h("input", { type: "radio", name: "visibility", value, checked: value === known.visibility })
      ),
  );
}

/** @param {Context["known"]} known @param {HTMLInputElement[]} radios @param {() => void} chosen */
function visibilityField(known, radios, chosen) {
  const choices = known.visibilities.map(([, words], at) => h("label", { class: "tick" }, radios[at], words));
  return h(
    "fieldset",
    { class: "field", onchange: chosen },
    h("legend", {}, "Visibility"),
    h("div", { class: "ticks upright" }, ...choices),
  );
}

/** What the site found, or which fields it could not read. @param {Refusal} refusal @returns {Finding[]} */
function findingsOf(refusal) {
  return (
    /** @type {Finding[] | undefined} */ (refusal.problem?.findings) ??
    (refusal.errors ?? []).map(({ pointer, detail }) => ({
      where: pointer.replace(/^#\/?/, "").replace(/\//g, "."),
      text: detail,
      rule: "",
      remedy: "",
      is_advice: false,
    }))
  );
}
