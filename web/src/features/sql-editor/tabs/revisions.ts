/**
 * A state of what a tab says has a name, made by the window that wrote it. Its lineage are the names of the states
 * before it, the newest last, so that two windows find out which of them has seen the other's.
 */
export type Revision = { readonly rev: string; readonly lineage: readonly string[] };

/** So much is retained; who has missed more is taken for somebody who went another way. */
const MAX_LINEAGE = 100;

/** The state that follows. */
export function nextRevision({ rev, lineage }: Revision, name: string): Revision {
  return { rev: name, lineage: [...lineage, rev].slice(-MAX_LINEAGE) };
}

export type Relation = 'same' | 'ahead' | 'behind' | 'apart';

/** Where `mine` stands to `other`: it has seen it (ahead), the other has seen it (behind), or neither. */
export function relate(mine: Revision, other: Revision): Relation {
  if (mine.rev === other.rev) return 'same';
  if (mine.lineage.includes(other.rev)) return 'ahead';
  return other.lineage.includes(mine.rev) ? 'behind' : 'apart';
}

/** Of two states apart, whether mine is the later one; every window decides alike. */
export function isLater(
  mine: Pick<Revision, 'rev'> & { readonly at: number },
  other: Pick<Revision, 'rev'> & { readonly at: number },
): boolean {
  return mine.at === other.at ? mine.rev > other.rev : mine.at > other.at;
}
