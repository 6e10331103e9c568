import { isBareAmount } from './human-date.ts';

/**
 * The range of charts that are older than ranges and keep two ends: `since` may lack its `ago`, and without an
 * `until` it ends today. `null` if both are empty.
 */
export function sinceUntil(since: string, until: string): string | null {
  if (since.trim() === '' && until.trim() === '') return null;
  return `${isBareAmount(since) ? `${since} ago` : since} : ${until.trim() === '' ? 'today' : until}`;
}
