/** The count in the heading of the site: in how many battles it is one's turn, kept true as one goes on. */

import { callsNow } from "./title.js";

export class HeadingCount {
  /** @param {Element | null} host  null where the site counted none */
  constructor(host) {
    this.host = host;
    this.counted = parseInt(host?.textContent ?? "0", 10);
    /** Whether it was one's turn here when the site counted. @type {boolean | null} */
    this.wasCalled = null;
  }

  /** @param {boolean} isCalled  whether it is one's turn here now */
  show(isCalled) {
    this.wasCalled ??= isCalled;
    const count = callsNow(this.counted, { wasCalled: this.wasCalled, isCalled });
    if (!(this.host instanceof HTMLElement)) return;
    this.host.hidden = count < 1;
    this.host.firstChild?.replaceWith(String(count));
  }
}
