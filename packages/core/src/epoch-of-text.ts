import { withMicros } from './micros.ts';

/** Date, time and zone as databases and users write them; a month alone is its first day. */
const written = /^(\d{4}-\d\d)(-\d\d)?(?:[T ](\d\d:\d\d)(:\d\d(?:\.(\d+))?)?)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Milliseconds since 1970 of an instant in ISO form. Text without a zone is UTC, wherever it is read. NaN for
 * everything else.
 */
export function epochOfText(text: string): number {
  const match = written.exec(text.trim());
  if (!match) return Number.NaN;
  const [, month = '', day = '-01', time = '00:00', seconds = ':00', fraction = '', zone = 'Z'] = match;
  return withMicros(Date.parse(`${month}${day}T${time}${seconds}${zoneText(zone)}`), fraction);
}

/** Whether text of an instant says of which zone it is. */
export function namesZone(text: string): boolean {
  return written.exec(text.trim())?.[6] !== undefined;
}

function zoneText(zone: string): string {
  const offset = /^([+-]\d\d):?(\d\d)?$/.exec(zone);
  return offset ? `${offset[1]}:${offset[2] ?? '00'}` : 'Z';
}
