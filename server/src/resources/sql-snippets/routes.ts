import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { SqlSnippets } from './schema.ts';
import type { SqlSnippetService } from './service.ts';

const tags = ['SQL Lab'];
const response = { 200: Type.Object({ result: SqlSnippets }), ...errorResponses };

/** `/sqllab/snippets/`: texts that one writes again and again. */
export function sqlSnippetRoutes(snippets: SqlSnippetService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/sqllab/snippets/', {
      config: { permission: 'can_read SQLLab' },
      schema: { summary: 'Texts that one has stored under names', tags, response },
      handler: async ({ principal }) => ({ result: { snippets: [...(await snippets.read(principal))] } }),
    });

    app.put('/sqllab/snippets/', {
      config: { permission: 'can_read SQLLab', body: 'large' },
      schema: { summary: 'Replace the texts that one has stored', tags, body: SqlSnippets, response },
      handler: async ({ principal, body }) => ({
        result: { snippets: [...(await snippets.write(principal, body.snippets))] },
      }),
    });
  };
}
