/** The known name that somebody most probably meant; null when none is near: a guess that is far off helps nobody. */
export function nearestName(given: string, known: readonly string[]): string | null {
  const most = Math.min(3, Math.ceil(given.length / 3));
  const [best] = known
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((left, right) => left.distance - right.distance);
  return best?.name ?? null;
}

/** How many letters have to be put in, left out or changed (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let left = 1; left <= from.length; left += 1) {
    const next = [left];
    for (let right = 1; right <= to.length; right += 1) {
      const changed = (row[right - 1] ?? 0) + (from[left - 1] === to[right - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[right] ?? 0) + 1, (next[right - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
