import { AppError } from '@tessera/core/errors/app-error';
import { parseRisonOrJson } from '@tessera/core/rison';
import { message } from '@tessera/core/messages';

export type Asked = { readonly timeRange: string; readonly shift: string | null };

/** Most ranges of one call. */
const MAX = 100;

/**
 * `'Last week'` or `!((timeRange:'Last week',shift:'1 year'))`, in rison or JSON.
 * @throws AppError invalid_rison,
 * invalid_request
 */
export function parseQ(q: string | undefined): readonly Asked[] {
  const given = read(q ?? '');
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length > MAX)
    throw new AppError('invalid_request', {
      reason: message('At most %(max)s time ranges can be read at once.', { max: MAX }),
    });
  return list.map((one) => {
    if (typeof one === 'string') return { timeRange: one, shift: null };
    if (typeof one === 'object' && one !== null && 'timeRange' in one && typeof one.timeRange === 'string') {
      return {
        timeRange: one.timeRange,
        shift: 'shift' in one && typeof one.shift === 'string' && one.shift !== '' ? one.shift : null,
      };
    }
    throw new AppError('invalid_request', {
      reason: message('q must be the text of a time range, or a list of {timeRange, shift}.'),
    });
  });
}

function read(q: string): unknown {
  const parsed = parseRisonOrJson(q);
  if (!parsed.ok) throw new AppError('invalid_rison', { reason: parsed.reason });
  return parsed.value;
}
