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
    /** The kind of order that was given last, and its turn. */
    this.given = { kind: "", turn: "" };
  }

  get isOn() {
    return this.kind !== "";
  }

  /** An order is given, by the player or for them. @param {string} kind @param {string} turn */
  note(kind, turn) {
    this.given = { kind, turn };
  }

  /**
   * Whether an order of this kind was given in this turn and one more is asked for: where each ship is asked
   * for, there is a rest to be relieved of.
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
