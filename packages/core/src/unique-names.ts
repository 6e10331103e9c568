/**
 * Names that can stand as keys: the first of a name keeps it, later ones are counted: `Events`, `Events (2)`. A name
 * that is given is nobody else's, so names that were made unique stay as they are. Takes time by the number of names.
 *
 * @param counted  how the second and later ones are written
 */
export function uniqueNames(
  names: readonly string[],
  counted = (name: string, count: number) => `${name} (${count})`,
): readonly string[] {
  const taken = new Set(names);
  /** The number behind a name that was not tried yet. */
  const next = new Map<string, number>();
  return names.map((name) => {
    const first = next.get(name);
    if (first === undefined) {
      next.set(name, 2);
      return name;
    }
    let count = first;
    while (taken.has(counted(name, count))) count += 1;
    next.set(name, count + 1);
    return counted(name, count);
  });
}

/** The names that come more than once, each once. */
export function repeatedNames(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of names) (seen.has(name) ? twice : seen).add(name);
  return [...twice];
}
