/** Sends requests to the site's API, through the API of the host if it has one. */

import { createApi } from "../../darkseas/kit/api.js";

/** @param {import("./types.js").Host} host */
export function apiOf(host) {
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  return host.api ?? createApi(field instanceof HTMLInputElement ? field.value : "");
}

/** Returns the site's error message with the places that it names. @param {unknown} fault */
export function inWords(fault) {
  const { message, errors } = /** @type {{message: string, errors?: {pointer: string, detail: string}[]}} */ (
    fault
  );
  return [message, ...(errors ?? []).map((one) => `${one.pointer.replace(/^#\/?/, "")}: ${one.detail}`)].join(
    " ",
  );
}
