// A draft that is saved by hand: the site gives prepared answers, one after the other.
(async () => {
  const { createStore } = await import("STORE");
  const { createJournal } = await import("JOURNAL");
  const memory = new Map();
  const storage = {
    getItem: (name) => memory.get(name) ?? null,
    setItem: (name, value) => memory.set(name, value),
    removeItem: (name) => memory.delete(name),
  };
  const said = [], asked = [], answers = ANSWERS;
  let timer = null, conflict = null;
  const store = createStore({ n: 0 });
  const journal = createJournal("d", storage, "me");
  const put = async (body) => {
    asked.push([body.version, body.spec.n]);
    const next = answers.shift();
    if (next.status !== undefined) throw next;
    return next;
  };
  const saving = m.createSaving({
    store, journal, put, version: 1, me: "Ann",
    onCondition: (condition) => said.push(condition),
    onAnswer: () => {},
    onConflict: (current) => { conflict = current; },
    after: (run, ms) => (timer = { run, ms }),
    forget: () => { timer = null; },
    now: () => 5,
  });
  const set = (n) => store.change("n", () => ({ n }));
  const rest = async () => { for (let i = 0; i < 20; i += 1) await null; };
  const tick = async () => {
    const due = timer;
    timer = null;
    due?.run();
    await rest();
  };
  DO
})()
