/**
 * Auto-orders: the captain gives all orders of one kind in a turn, ship after ship. They end with another
 * kind of order, another turn or at the player's request. Pure except for the callbacks.
 */

/** @typedef {import("../types.js").Form} Form */

export class Relief {
  /**
   * Called with whether the captain begins or ends.
   * @param {(isOn: boolean) => void} tell  that he begins or ends
   */
  constructor(tell) {
    this.tell = tell;
    /** The kind of order that the captain gives; "" while the player gives all. */
    this.kind = "";
    /** The turn in which the captain gives it. */
    this.turn = "";
    /** The kind and turn of the last order. */
    this.given = { kind: "", turn: "" };
  }

  get isOn() {
    return this.kind !== "";
  }

  /** Notes an order given by the player or for them. @param {string} kind @param {string} turn */
  note(kind, turn) {
    this.given = { kind, turn };
  }

  /**
   * Whether an order of this kind was given in this turn and another one is due. If each ship needs its own
   * order, the captain can give the remaining ones.
   * @param {Form} form @param {string} turn
   */
  isOffered(form, turn) {
    const isOneMore = form.order === this.given.kind && turn === this.given.turn;
    return !this.isOn && isOneMore && form.pressing && form.blanks.length > 0;
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
   * Whether auto-orders apply to the order due now; they end at another kind of order or another turn.
   * @param {Form} form @param {string} turn
   */
  goesOn(form, turn) {
    const isHis = form.pressing && form.order === this.kind && turn === this.turn;
    if (!isHis) this.end();
    return isHis;
  }
}
