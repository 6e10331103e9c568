import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import type { RawForm } from '@tessera/core/form-data';
import { limits } from '../../chart-data/limits.ts';
import type { App } from '../../http/app-types.ts';
import { isDeeperThan } from '../../http/body-parsers.ts';
import { errorResponses } from '../../http/error-body.ts';
import { signalOf } from '../chart-data/routes.ts';
import { sendFiles } from '../chart-data/send-files.ts';
import type { ExploreJsonService } from './service.ts';

type Needs = { readonly explore: ExploreJsonService; readonly now: () => Date; readonly bodyLimit: number };

/** `POST /tessera/explore_json/` ([7.1-02], [7.1-04]), outside of `/api/v1`; `form_data` in a form, in JSON, or in the address. */
export function exploreJsonRoutes({ explore, now, bodyLimit }: Needs): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/tessera/explore_json/', {
      bodyLimit,
      config: { permission: 'can_read Chart', csrf: 'exempt', errorShape: 'list' },
      schema: {
        summary: 'Data of a chart of an older type', tags: ['Chart data'],
        querystring: Type.Object({ csv: Type.Optional(Type.Boolean()), force: Type.Optional(Type.Boolean()), form_data: Type.Optional(Type.String({ maxLength: 100_000 })) }),
        response: { 200: Type.Unsafe<unknown>(Type.Record(Type.String(), Type.Unknown())), ...errorResponses },
      },
      handler: async (request, reply) => {
        const form = { ...readForm(request.query.form_data), ...readForm(request.body) };
        const wish = { force: request.query.force === true || form['force'] === true, staleOkSeconds: 0 };
        const signal = signalOf(reply);
        if (request.query.csv === true) return sendFiles(reply, 'csv', await explore.downloads(request.actor, form, wish, signal), now());
        return explore.answer(request.actor, form, wish, signal);
      },
    });
  };
}

/** @throws AppError not_json, incorrect_request */
function readForm(given: unknown): RawForm {
  if (given === undefined || given === null) return {};
  if (typeof given === 'string') return readForm(parsed(given));
  if (typeof given !== 'object' || Array.isArray(given)) throw new AppError('not_json', {});
  return 'form_data' in given ? readForm(given.form_data) : { ...given };
}

function parsed(text: string): unknown {
  if (isDeeperThan(text, limits.bodyDepth)) throw new AppError('incorrect_request', { reason: `form_data: it nests deeper than ${limits.bodyDepth} levels` });
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('not_json', {});
  }
}
