/** The number in the site's header of battles in which it is your turn, updated while you play. */

import { callsNow } from "./title.js";

export class HeadingCount {
  /** @param {Element | null} host  null if the page shows no number */
  constructor(host) {
    this.host = host;
    this.counted = parseInt(host?.textContent ?? "0", 10);
    /** Whether it was your turn here when the site counted. @type {boolean | null} */
    this.wasCalled = null;
  }

  /** @param {boolean} isCalled  whether it is your turn here now */
  show(isCalled) {
    this.wasCalled ??= isCalled;
    const count = callsNow(this.counted, { wasCalled: this.wasCalled, isCalled });
    if (!(this.host instanceof HTMLElement)) return;
    this.host.hidden = count < 1;
    this.host.firstChild?.replaceWith(String(count));
  }
}
