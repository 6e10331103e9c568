import { isoText } from '@tessera/core/micros';

/** An instant as every database here reads it: `YYYY-MM-DD HH:MM:SS[.mmm[uuu]]` in UTC. */
export function instantText(epochMs: number): string {
  return isoText(epochMs).replace('T', ' ');
}
