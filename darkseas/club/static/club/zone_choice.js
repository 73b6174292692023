/** Put this device's time zone first in the list, and select it if none is selected. */

/**
 * Put the zone of this machine into a group of its own before all others.
 *
 * @param {HTMLSelectElement} select @param {string} own
 */
export function putFirst(select, own) {
  const option = [...select.options].find((one) => one.value === own);
  if (!option) return;
  const group = document.createElement("optgroup");
  group.label = "Yours";
  const isChosen = option.selected || select.dataset.zones === "offer";
  group.append(option);
  select.prepend(group);
  if (isChosen) select.value = own;
}

for (const select of globalThis.document?.querySelectorAll("select[data-zones]") ?? []) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  putFirst(/** @type {HTMLSelectElement} */ (select), own);
}
