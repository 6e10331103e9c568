import { tn } from '@tessera/core/messages';

/** What is said of values that have no place on a logarithmic axis; nothing where there are none. */
export function belowLogText(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    tn(
      '1 value of 0 or less is not drawn: a logarithmic axis has no place for it',
      '%(count)s values of 0 or less are not drawn: a logarithmic axis has no place for them',
      count,
    ),
  ];
}
