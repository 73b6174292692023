/**
 * The captain relieves a player: while one kind of order is asked for in a turn, ship after ship, he gives
 * it. Another kind, another turn or the player's word ends it. Pure but for what it tells.
 */

/** @typedef {import("../types.js").Form} Form */

export class Relief {
  /** @param {(isOn: boolean) => void} tell  that he begins or ends */
  constructor(tell) {
    this.tell = tell;
    /** The kind of order that he gives; "" while the player gives all. */
    this.kind = "";
    /** The turn in which he gives it. */
    this.turn = "";
    /** The kind of order that the player gave last. */
    this.given = "";
  }

  get isOn() {
    return this.kind !== "";
  }

  /**
   * Whether the player has given an order of this kind and is asked for one more: where each ship is asked
   * for, there is a rest to be relieved of.
   * @param {Form} form
   */
  isOffered(form) {
    return !this.isOn && form.pressing && form.blanks.length > 0 && form.order === this.given;
  }

  /** @param {string} kind @param {string} turn */
  begin(kind, turn) {
    [this.kind, this.turn] = [kind, turn];
    this.tell(true);
  }

  end() {
    if (!this.isOn) return;
    this.kind = "";
    this.tell(false);
  }

  /**
   * Whether he gives what is asked for now; he ends where it is another kind, or of another turn.
   * @param {Form} form @param {string} turn
   */
  goesOn(form, turn) {
    const isHis = form.pressing && form.order === this.kind && turn === this.turn;
    if (!isHis) this.end();
    return isHis;
  }
}
