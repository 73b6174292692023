/**
 * A seat's contribution to provably fair dice: its seed before the first order, and a nonce with each order.
 * The page sends both automatically; battles with other dice need neither.
 */

import { createDiceSeeds } from "../../darkseas/kit/dice_seeds.js";

/** @typedef {import("./battle_api.js").SentOrder} SentOrder */
/** @typedef {ReturnType<typeof createDiceSeeds>} DiceSeeds */

const SCHEME = "ds-dice-1";
const SEAL = "commit_seed";
const OPEN = "open_seed";

export class OwnDice {
  /**
   * @param {string} scheme  the battle's dice scheme @param {string} battle @param {string} side
   * @param {DiceSeeds} [seeds]
   */
  constructor(scheme, battle, side, seeds = createDiceSeeds(battle, side)) {
    this.seeds = scheme === SCHEME ? seeds : null;
  }

  /**
   * The order due now that the page gives without the player, "" if there is none. A seed that is not in this
   * browser is not opened automatically, because another one may have it.
   * @param {{order: string}[]} forms
   */
  due(forms) {
    if (!this.seeds) return "";
    const asked = (/** @type {string} */ name) => forms.some(({ order }) => order === name);
    if (asked(SEAL)) return SEAL;
    return asked(OPEN) && this.seeds.hasSeed() ? OPEN : "";
  }

  /** Whether the seed must be opened and is in another browser. @param {{order: string}[]} forms */
  isElsewhere(forms) {
    return Boolean(this.seeds && !this.seeds.hasSeed() && forms.some(({ order }) => order === OPEN));
  }

  /** The order that declares a seed lost, because nobody can open it any more. */
  get givingUp() {
    return { order: OPEN, blanks: { seed: "lost" } };
  }

  /**
   * Adds the seat's contribution to its dice to an order.
   * @param {SentOrder} order @returns {Promise<SentOrder>}
   */
  async with(order) {
    const isGivenUp = order.order === OPEN && !this.seeds?.hasSeed();
    if (!this.seeds || isGivenUp) return order;
    const { blanks, nonce } = await this.seeds.filled(order.order, order.blanks);
    const filled = /** @type {import("../types.js").Blanks} */ (blanks);
    return nonce ? { ...order, blanks: filled, nonce } : { ...order, blanks: filled };
  }

  /** Notes that the site has accepted an order. */
  taken() {
    this.seeds?.taken();
  }

  /** Deletes the seed when the battle is over. */
  forget() {
    this.seeds?.forget();
  }
}
