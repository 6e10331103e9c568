import { numberText, t, tn } from '../messages.ts';
import type { LayoutRepairs, RepairKind } from './stored.ts';
import { POSITION_LIMIT } from './types.ts';

/** What was repaired, as a sentence for who may edit the dashboard; empty where nothing was. */
export function repairSentence(repairs: LayoutRepairs): string {
  if (repairs.size === 0) return '';
  const list = [...repairs].map(([kind, count]) => repairText(kind, count)).join('; ');
  return t('The layout was repaired: %(list)s.', { list });
}

/** A layout that another program stored may be larger than what can be saved; empty where it is not. */
export function sizeSentence(stored: string | null): string {
  const size = stored?.length ?? 0;
  if (size <= POSITION_LIMIT) return '';
  return tn(
    'The stored layout has one character; at most %(limit)s can be saved. Remove charts or split the dashboard ' +
      'before the next save.',
    'The stored layout has %(count)s characters; at most %(limit)s can be saved. Remove charts or split the ' +
      'dashboard before the next save.',
    size,
    { limit: numberText(POSITION_LIMIT) },
  );
}

function repairText(kind: RepairKind, count: number): string {
  switch (kind) {
    case 'unreadable':
      return t('it could not be read and begins empty');
    case 'root':
      return t('its root was missing and is back');
    case 'unknown':
      return tn(
        '1 component of an unknown type was left out',
        '%(count)s components of an unknown type were left out',
        count,
      );
    case 'lost':
      return tn(
        '1 place of a component that does not exist was removed',
        '%(count)s places of components that do not exist were removed',
        count,
      );
    case 'twice':
      return tn(
        '1 component that stood twice or held itself stands once',
        '%(count)s components that stood twice or held themselves stand once',
        count,
      );
    case 'misplaced':
      return tn(
        '1 component was taken out of one that holds nothing',
        '%(count)s components were taken out of ones that hold nothing',
        count,
      );
    case 'deep':
      return tn(
        '1 component was nested too deep and was left out',
        '%(count)s components were nested too deep and were left out',
        count,
      );
    case 'adrift':
      return tn(
        '1 component that hung nowhere was left out; a chart of this dashboard stands at the end',
        '%(count)s components that hung nowhere were left out; charts of this dashboard stand at the end',
        count,
      );
    case 'size':
      return tn('1 impossible size was made possible', '%(count)s impossible sizes were made possible', count);
  }
}
