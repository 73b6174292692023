/** Unsent entries of one seat: stored on the site, and in this browser while offline. */

import { UnsentOrders } from "../asking/unsent_orders.js";
import { Refusal } from "../../darkseas/kit/api.js";
import { ownStorage } from "../../darkseas/account_storage.js";

/** @typedef {import("../following/battle_api.js").Unsent} Unsent */

export class UnsentAtTable {
  /** @param {string} battle @param {string} seat @param {import("./table_api.js").TableApi} api */
  constructor(battle, seat, api) {
    this.name = `darkseas/table/${battle}/${seat}`;
    this.store = ownStorage();
    this.address = `${api.base}unsent`;
    this.api = api.in(seat);
    this.orders = new UnsentOrders((data, isLeaving) => this.put(data, isLeaving));
  }

  /** @param {Unsent} data @param {boolean} isLeaving */
  async put(data, isLeaving) {
    this.keepHere(data);
    await this.api.put(this.address, { data }, { keepalive: isLeaving });
    this.keepHere(null);
  }

  /** @param {Unsent | null} data */
  keepHere(data) {
    try {
      if (data) this.store.setItem(this.name, JSON.stringify(data));
      else this.store.removeItem(this.name);
    } catch {
      // The outbox has the same problem and tells the player.
    }
  }

  /** Restores unsent entries: those this browser could not send, otherwise those stored on the site. */
  async restore() {
    this.orders.restore(this.here() ?? (await this.there()));
  }

  /** @returns {Unsent | null} */
  here() {
    try {
      return JSON.parse(this.store.getItem(this.name) ?? "null");
    } catch {
      return null;
    }
  }

  /** @returns {Promise<Unsent | null>} */
  async there() {
    try {
      const answer = await this.api.get(this.address);
      return /** @type {{data: Unsent | null}} */ (answer).data;
    } catch (fault) {
      if (fault instanceof Refusal) return null;
      throw fault;
    }
  }

  /** Keeps a refused order, so that it can be changed. @param {import("./throws.js").Entry} entry */
  takeBack({ order, blanks }) {
    this.orders.filled[order] = blanks;
    this.orders.current = order;
  }

  /** Notes that an order of this name is being sent. @param {string} order */
  forget(order) {
    for (const key of Object.keys(this.orders.filled))
      if (key.split("#")[0] === order) delete this.orders.filled[key];
    this.keepHere(null);
  }
}
