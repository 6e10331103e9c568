export type Selected = Readonly<Record<string, boolean>>;

/**
 * Which entries a legend shows after a click: a plain click isolates the entry, a click on the isolated one brings all
 * back, ⌘/Ctrl-click switches the one entry.
 *
 * @param selected  The state before the click; entries that it lacks are shown.
 */
export function clickLegend(names: readonly string[], selected: Selected, clicked: string, isToggle: boolean): Selected {
  const isShown = (name: string) => selected[name] !== false;
  if (isToggle) return Object.fromEntries(names.map((name) => [name, name === clicked ? !isShown(name) : isShown(name)]));
  const isAlone = isShown(clicked) && names.every((name) => name === clicked || !isShown(name));
  return Object.fromEntries(names.map((name) => [name, isAlone || name === clicked]));
}
