import type { Finding } from './schema.ts';

/** A row of the store: what it is, and the texts in which the search may stand. */
export type Candidate = Pick<Finding, 'kind' | 'id' | 'title' | 'slug' | 'dataset'> & {
  /** Names beside the title: a label, a slug. */
  readonly names: readonly (string | null)[];
  readonly description: string | null;
  /** Null where the reader may not see it, or there is none. */
  readonly sql: string | null;
};

/** Findings of one answer; more would not be read. */
export const MAX_FINDINGS = 40;

/** Where the text stands in each candidate: names before descriptions before SQL, beginnings before the rest. */
export function ranked(text: string, candidates: readonly Candidate[]): readonly Finding[] {
  const wanted = text.toLowerCase();
  return candidates
    .flatMap((candidate) => {
      const found = findingOf(wanted, candidate);
      return found === null ? [] : [found];
    })
    .toSorted((one, other) => one.weight - other.weight)
    .slice(0, MAX_FINDINGS)
    .map(({ finding }) => finding);
}

type Weighed = { readonly finding: Finding; readonly weight: number };

function findingOf(wanted: string, candidate: Candidate): Weighed | null {
  const { kind, id, title, slug, dataset, names, description, sql } = candidate;
  const finding = (field: Finding['field'], excerpt: string | null): Finding => ({
    kind,
    id,
    title,
    slug,
    dataset,
    field,
    excerpt,
  });
  const places = [title, ...names].flatMap((name) => {
    const at = (name ?? '').toLowerCase().indexOf(wanted);
    return at < 0 ? [] : [at];
  });
  if (places.length > 0) return { finding: finding('name', null), weight: Math.min(...places) === 0 ? 0 : 1 };
  for (const [field, content, weight] of [
    ['description', description, 2],
    ['sql', sql, 3],
  ] as const) {
    const at = (content ?? '').toLowerCase().indexOf(wanted);
    if (at >= 0) return { finding: finding(field, excerptOf(content ?? '', at, wanted.length)), weight };
  }
  return null;
}

const AROUND = 40;

/** One line of text around a match. */
function excerptOf(content: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(content.length, at + length + AROUND);
  const cut = content.slice(from, to).replaceAll(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${cut}${to < content.length ? '…' : ''}`;
}
