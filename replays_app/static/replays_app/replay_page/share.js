/** Shares a moment: a link to it in the current view, and code that embeds it in another page. */

import { byId } from "../../darkseas/kit/dom.js";
import { isHidden } from "./hidden_result.js";

/** The view that everybody has of a running battle. */
const OBSERVER = "observer";

const COUNTED = "Each view numbers only the entries it can see; the link includes the view.";
/** Height of the frame in the embed code. */
const FRAME_PX = 560;

/**
 * The URL of a moment. Values that the server needs for the preview picture are in the query, because
 * browsers do not send the fragment.
 * @param {string} battle  address of the replay, or of the embed
 * @param {string} perspective @param {number} n
 * @param {boolean} hides  whether the result stays hidden
 * @param {import("./detail.js").Detail} [detail]  how much of the log is shown
 */
export function momentAddress(battle, perspective, n, hides, detail = "all") {
  const query = new URLSearchParams({ as: perspective, at: String(n) });
  if (detail !== "all") query.set("show", detail);
  if (hides) query.set("result", "hidden");
  return `${battle}?${query}`;
}

/**
 * The URL of a moment's picture.
 * @param {string} pictures  URL of the battle's pictures
 * @param {string} perspective @param {number} n
 */
export const pictureAddress = (pictures, perspective, n) =>
  `${pictures}?${new URLSearchParams({ as: perspective, at: String(n) })}`;

/** The HTML that embeds an address in another page. @param {string} address @param {string} title */
export function frameWords(address, title) {
  const quoted = (/** @type {string} */ text) =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const size = `width="100%" height="${FRAME_PX}"`;
  return `<iframe src="${quoted(address)}" title="${quoted(title)}" ${size} loading="lazy"></iframe>`;
}

/** The URL of this battle's replay, also inside a frame. */
const battleAddress = () => new URL(location.pathname.replace(/embed\/$/, ""), location.href).href;

/**
 * Makes links out of a frame lead to the moment shown in it.
 * @param {string} perspective @param {number} n
 */
export function leadOut(perspective, n) {
  const address = momentAddress(battleAddress(), perspective, n, isHidden());
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (
    document.querySelectorAll("a[data-way-out]")
  ))
    link.href = address;
}

/**
 * Opens the dialog.
 * @param {{perspective: string, seenBy: string, n: number, title: string, sentence: string,
 *   detail: import("./detail.js").Detail, inWholeTruth: Promise<number | null>}} moment
 *   `inWholeTruth` is its number in the view of the whole truth
 */
export function openShare({ perspective, seenBy, n, title, sentence, detail, inWholeTruth }) {
  const dialog = byId("share", HTMLDialogElement);
  const [link, frame] = [byId("share-link", HTMLInputElement), byId("share-frame", HTMLTextAreaElement)];
  const hides = byId("share-hidden", HTMLInputElement);
  /** @type {Record<string, HTMLInputElement | HTMLTextAreaElement>} */
  const copied = { link, frame, picture: byId("share-picture", HTMLInputElement) };
  const battle = battleAddress();
  const isPrivate = dialog.dataset.private !== undefined;
  const fill = () => {
    link.value = momentAddress(battle, perspective, n, hides.checked, detail);
    frame.value = frameWords(momentAddress(`${battle}embed/`, perspective, n, hides.checked, detail), title);
  };
  hides.checked = isHidden();
  hides.onchange = fill;
  byId("share-moment").textContent = `Entry ${n}, view: ${seenBy}. ${sentence}`;
  byId("share-count").textContent = COUNTED;
  inWholeTruth.then((number) => {
    if (number !== null)
      byId("share-count").textContent = `${COUNTED} In the view of the whole truth this is entry ${number}.`;
  });
  byId("share-private").hidden = !isPrivate;
  byId("share-frame-field").hidden = isPrivate;
  byId("copied").textContent = "";
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
    dialog.querySelectorAll("[data-copy]")
  )) {
    button.onclick = () => copy(copied[button.dataset.copy ?? "link"], button.dataset.copied ?? "");
  }
  fill();
  showPicture(perspective, n, `Entry ${n}, view: ${seenBy}`, isPrivate);
  dialog.showModal();
  link.select();
}

/**
 * Offers the picture of a moment, if everybody may watch it.
 * @param {string} perspective @param {number} n @param {string} about @param {boolean} isPrivate
 */
function showPicture(perspective, n, about, isPrivate) {
  const field = byId("share-picture-field");
  const isOpen = field.dataset.ofAll !== undefined || perspective === OBSERVER;
  field.hidden = isPrivate || !isOpen;
  if (field.hidden) return;
  const address = new URL(pictureAddress(field.dataset.picture ?? "", perspective, n), location.href).href;
  const [shown, file] = [
    byId("share-picture-shown", HTMLImageElement),
    byId("share-picture-file", HTMLAnchorElement),
  ];
  shown.src = address;
  shown.alt = about;
  file.href = address;
  file.download = `${document.title.split(" · ")[1] ?? "battle"}-${n}.png`;
  byId("share-picture", HTMLInputElement).value = address;
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} words */
async function copy(field, words) {
  field.select();
  const isCopied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  byId("copied").textContent = isCopied ? words : "Text selected: copy it now.";
}
