import { Type } from 'typebox';
import type { Principal } from '../../principal.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { compact, type Chunks } from '../../chart-data/values/chunks.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { signalOf } from '../../http/request-parts.ts';
import { DatasetPreview } from './schema.ts';
import type { DatasetService } from './service.ts';

type Needs = {
  readonly datasets: Pick<DatasetService, 'unsaved'>;
  /** The first rows of a query that is no dataset yet, as JSON text. */
  readonly samples: (principal: Principal, unsaved: ResolvedDataset, signal: AbortSignal) => Promise<Chunks>;
};

const Preview = Type.Unsafe<Buffer>(
  Type.Object({ result: Type.Object({ data: Type.Array(Type.Record(Type.String(), Type.Unknown())) }) }),
);

/** `POST /dataset/preview/`: a query is run before it becomes a dataset. */
export function previewRoutes({ datasets, samples }: Needs): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/dataset/preview/', {
      config: { permission: 'can_write Dataset', body: 'large' },
      schema: {
        summary: 'The first rows of a query that is no dataset yet',
        tags: ['Dataset'],
        body: DatasetPreview,
        response: { 200: Preview, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { principal, body } = request;
        const rows = await samples(principal, await datasets.unsaved(principal, body), signalOf(reply));
        return reply
          .header('content-type', 'application/json; charset=utf-8')
          .send(Buffer.concat(compact([Buffer.from('{"result":'), ...rows, Buffer.from('}')])));
      },
    });
  };
}
