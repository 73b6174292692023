/** The list of battles: results and their pictures can be hidden, here and in every replay. */

import { listenToHiding } from "./hidden_result.js";

for (const label of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".hide-results")))
  label.hidden = false;
if (document.getElementById("hide-result")) listenToHiding(() => {});
