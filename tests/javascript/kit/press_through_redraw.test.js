/** A press on the bar is not lost by what is drawn meanwhile, and what is drawn is not lost either. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawWhenLetGo, watchPresses } from "../../../darkseas/static/darkseas/kit/press_through_redraw.js";

/** A bar in a page, what was drawn in it, and what runs after the click. */
function bar() {
  const [host, page] = [new EventTarget(), new EventTarget()];
  /** @type {string[]} */
  const drawn = [];
  /** @type {(() => void)[]} */
  const afterClick = [];
  watchPresses(host, page, (act) => void afterClick.push(act));
  return {
    drawn,
    draw: (/** @type {string} */ words) => drawWhenLetGo(host, () => void drawn.push(words)),
    press: (name = "pointerdown", key = "") => host.dispatchEvent(Object.assign(new Event(name), { key })),
    release: (name = "pointerup") => page.dispatchEvent(new Event(name)),
    click: () => afterClick.splice(0).forEach((act) => act()),
  };
}

test("nothing is pressed: it is drawn at once", () => {
  const { draw, drawn } = bar();
  draw("forms");
  assert.deepEqual(drawn, ["forms"]);
});

for (const [begin, key, end] of [
  ["pointerdown", "", "pointerup"],
  ["pointerdown", "", "pointercancel"],
  ["keydown", " ", "keyup"],
])
  test(`from ${begin} to ${end} only the last is drawn, after the click`, () => {
    const { draw, drawn, press, release, click } = bar();
    press(begin, key);
    draw("odds");
    draw("the other side has moved");
    release(end);
    assert.deepEqual(drawn, []);
    click();
    assert.deepEqual(drawn, ["the other side has moved"]);
    draw("forms");
    assert.deepEqual(drawn, ["the other side has moved", "forms"]);
  });

test("a key that presses nothing holds nothing up", () => {
  const { draw, drawn, press } = bar();
  press("keydown", "a");
  draw("forms");
  assert.deepEqual(drawn, ["forms"]);
});
