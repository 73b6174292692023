/** Handles buttons, fields, keys and the browser's "back" on the replay page. */

import { readAddress } from "./url_state.js";
import { byId } from "../../darkseas/kit/dom.js";
import { detailOf } from "./detail.js";
import { listenToKeys } from "./keyboard.js";

/** Listens to the controls that choose lines of the log. @param {import("./page.js").Replay} replay */
function listenToLog(replay) {
  byId("choose").addEventListener("click", () => {
    const isOpen = byId("choose").getAttribute("aria-expanded") === "true";
    byId("choose").setAttribute("aria-expanded", String(!isOpen));
    byId("filter").hidden = isOpen;
    if (!isOpen) replay.learn();
  });
  byId("words").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    replay.act(event.shiftKey ? "hit-before" : "hit-after");
  });
}

/** Listens to the page's buttons and fields. @param {import("./page.js").Replay} replay */
export function listenToPage(replay) {
  const on = (
    /** @type {string} */ id,
    /** @type {string} */ event,
    /** @type {(event: Event) => void} */ act,
  ) => byId(id).addEventListener(event, act);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-go], [data-do]")
  )) {
    button.addEventListener("click", () => replay.act(button.dataset.go ?? button.dataset.do ?? ""));
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-sheet-of]")
  )) {
    button.addEventListener("click", () => replay.openSheet(button.dataset.sheetOf ?? ""));
  }
  on("perspective", "change", () => replay.lookAs(byId("perspective", HTMLSelectElement).value));
  on("speed", "change", () => replay.setSpeed(Number(byId("speed", HTMLSelectElement).value)));
  on("detail", "change", () => replay.setDetail(detailOf(byId("detail", HTMLSelectElement).value)));
  listenToLog(replay);
  on("go-to", "submit", (event) => {
    event.preventDefault();
    replay.act("stop");
    replay.goTo(Number(byId("number", HTMLInputElement).value));
    byId("number", HTMLInputElement).blur();
  });
  addEventListener("popstate", () => {
    const { perspective, n } = readAddress();
    if (perspective && perspective !== replay.reader?.perspective) replay.lookAs(perspective, n ?? 0);
    else {
      replay.autoplay.stop();
      replay.goTo(n ?? 0, false);
    }
  });
  listenToKeys(
    byId("chart"),
    (action, held) => replay.act(action, held),
    (right, down) => replay.chart?.controls?.pan(right, down),
  );
}
