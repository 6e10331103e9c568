import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { parseTimeRange } from '@tessera/core/time-range/parse';
import { shiftRange } from '@tessera/core/time-range/shift';
import { message } from '@tessera/core/messages';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { parseQ } from './query.ts';

const Answer = Type.Object({
  result: Type.Array(
    Type.Object({
      since: Type.String(),
      until: Type.String(),
      timeRange: Type.String(),
      shift: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

/** `/time_range/`: what the text of a range means today. */
export function timeRangeRoutes(now: () => Date): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/time_range/', {
      config: { permission: 'identified' },
      schema: {
        summary: 'Instants of a time range',
        tags: ['Chart data'],
        querystring: Type.Object({ q: Type.Optional(Type.String({ maxLength: 10_000 })) }),
        response: { 200: Answer, ...errorResponses },
      },
      handler: async (request) => ({
        result: parseQ(request.query.q).map(({ timeRange, shift }) => readOne(timeRange, shift, now().getTime())),
      }),
    });
  };
}

/** Open ends are empty text. @throws AppError invalid_time_range */
function readOne(timeRange: string, shift: string | null, now: number) {
  const parsed = parseTimeRange(timeRange, { now });
  const shifted = parsed.ok && shift !== null ? shiftRange(parsed.range, shift, { now }) : parsed;
  if (!shifted.ok)
    throw new AppError('invalid_time_range', {
      reason: message('Unexpected time range: %(reason)s', { reason: shifted.reason }),
    });
  return { since: wallText(shifted.range.since), until: wallText(shifted.range.until), timeRange, shift };
}

function wallText(epochMs: number | null): string {
  return epochMs === null ? '' : new Date(epochMs).toISOString().slice(0, 19);
}
