/** Names of columns as the embedded engine takes them: of two that differ in case alone the second gets a number. */
export function tableColumnNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const given = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 1; given.has(free.toLowerCase()); number += 1) {
      const next = `${name}_${number}`;
      if (!taken.has(next.toLowerCase())) free = next;
    }
    given.add(free.toLowerCase());
    return free;
  });
}
