/**
 * What a seat puts into dice that nobody can choose: its seed before the first order, a nonce with each one.
 * All of it goes by itself; in battles with other dice nothing is put in.
 */

import { createDiceSeeds } from "../../darkseas/kit/dice_seeds.js";

/** @typedef {import("./battle_api.js").SentOrder} SentOrder */
/** @typedef {ReturnType<typeof createDiceSeeds>} DiceSeeds */

const SCHEME = "ds-dice-1";
const SEAL = "commit_seed";
const OPEN = "open_seed";

export class OwnDice {
  /**
   * @param {string} scheme  how the battle's dice come about @param {string} battle @param {string} side
   * @param {DiceSeeds} [seeds]
   */
  constructor(scheme, battle, side, seeds = createDiceSeeds(battle, side)) {
    this.seeds = scheme === SCHEME ? seeds : null;
  }

  /**
   * The order that is due now and goes without a person, "" where there is none. A seed that this browser
   * does not have is not opened by itself: it may lie in another one.
   * @param {{order: string}[]} forms
   */
  due(forms) {
    if (!this.seeds) return "";
    const asked = (/** @type {string} */ name) => forms.some(({ order }) => order === name);
    if (asked(SEAL)) return SEAL;
    return asked(OPEN) && this.seeds.hasSeed() ? OPEN : "";
  }

  /** Whether the seed is to be opened and lies in another browser. @param {{order: string}[]} forms */
  isElsewhere(forms) {
    return Boolean(this.seeds && !this.seeds.hasSeed() && forms.some(({ order }) => order === OPEN));
  }

  /** The order that gives a seed up which nobody can open any more. */
  get givingUp() {
    return { order: OPEN, blanks: { seed: "lost" } };
  }

  /**
   * The order with what the seat puts into its dice.
   * @param {SentOrder} order @returns {Promise<SentOrder>}
   */
  async with(order) {
    const isGivenUp = order.order === OPEN && !this.seeds?.hasSeed();
    if (!this.seeds || isGivenUp) return order;
    const { blanks, nonce } = await this.seeds.filled(order.order, order.blanks);
    const filled = /** @type {import("../types.js").Blanks} */ (blanks);
    return nonce ? { ...order, blanks: filled, nonce } : { ...order, blanks: filled };
  }

  /** The site has taken an order. */
  taken() {
    this.seeds?.taken();
  }

  /** The battle is over. */
  forget() {
    this.seeds?.forget();
  }
}
