import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { ranked } from './rank.ts';
import { FindingsBody, SearchQuery } from './schema.ts';
import type { SearchStore } from './store.ts';

/** `GET /search/`: where a text stands in what the requesting user may see. */
export function searchRoutes(store: SearchStore): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/search/', {
      config: { permission: 'signed_in' },
      schema: {
        summary: 'Dashboards, charts, datasets, columns, metrics and saved queries by name, description and SQL',
        tags: ['Search'],
        querystring: SearchQuery,
        response: { 200: FindingsBody, ...errorResponses },
      },
      handler: async (request) => {
        const { text } = request.query;
        return { result: [...ranked(text, await store.candidates(request.principal, text))] };
      },
    });
  };
}
