/** How well a text answers a search: higher is better, `null` is not at all. */
export function fuzzyScore(search: string, text: string): number | null {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return 0;
  const have = text.toLowerCase();
  if (have === wanted) return 1000;
  const at = have.indexOf(wanted);
  if (at === 0) return 800 - have.length;
  if (at > 0) return (isWordStart(have, at) ? 600 : 400) - at - have.length / 10;
  return subsequenceScore(wanted, have);
}

/** Letters in order with gaps, the first at the start of a word; each more at such a start counts, each gap costs. */
function subsequenceScore(wanted: string, have: string): number | null {
  let score = 200;
  let from = 0;
  for (const letter of wanted) {
    if (letter === ' ') continue;
    const at = have.indexOf(letter, from);
    if (at === -1) return null;
    if (from === 0 && !isWordStart(have, at)) return null;
    score += isWordStart(have, at) ? 8 : 0;
    score -= Math.min(10, at - from);
    from = at + 1;
  }
  return score > 0 ? score : null;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s_\-./(]/.test(text.charAt(at - 1));
}
