import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { signalOf } from '../../http/request-parts.ts';
import { IdParams } from '../item-shapes.ts';
import { Q, questionOf } from '../../http/list-query.ts';
import {
  EstimateAnswer,
  EstimateBody,
  FormatAnswer,
  FormatBody,
  ProfileAnswer,
  ProfileQuestion,
  ValidateAnswer,
  ValidateBody,
} from './schema.ts';
import type { SqlToolService } from './service.ts';

const tags = ['SQL Lab'];

/** What the SQL editor asks about a text: its cost, its faults, its layout. */
export function sqlToolRoutes(tools: SqlToolService): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/sqllab/estimate/', {
      config: { permission: 'can_estimate_query_cost SQLLab', errorShape: 'list', body: 'large' },
      schema: {
        summary: 'What a database expects a script to cost, without running it',
        tags,
        body: EstimateBody,
        response: { 200: EstimateAnswer, ...errorResponses },
      },
      handler: async ({ principal, body }, reply) => tools.estimate(principal, body, signalOf(reply)),
    });

    app.post('/database/:id/validate_sql/', {
      config: { permission: 'can_execute_sql_query SQLLab', errorShape: 'list', body: 'large' },
      schema: {
        summary: 'Where a script is wrong, without running it',
        tags: ['Database'],
        params: IdParams,
        body: ValidateBody,
        response: { 200: ValidateAnswer, ...errorResponses },
      },
      handler: async ({ principal, params, body }, reply) =>
        tools.validate(principal, params.id, body, signalOf(reply)),
    });

    app.get('/database/:id/column_profile/', {
      config: { permission: 'can_execute_sql_query SQLLab', errorShape: 'list' },
      schema: {
        summary: 'What a column of a table holds, of its first rows: counts, range, spread, frequent values',
        tags: ['Database'],
        params: IdParams,
        querystring: Q,
        response: { 200: ProfileAnswer, ...errorResponses },
      },
      handler: async ({ principal, params, query }, reply) => ({
        result: await tools.profile(principal, params.id, questionOf(ProfileQuestion, query.q), signalOf(reply)),
      }),
    });

    app.post('/sqllab/format_sql/', {
      config: { permission: 'can_execute_sql_query SQLLab', errorShape: 'list', body: 'large' },
      schema: {
        summary: 'A script in lines, one clause each; templates in it stay as they are',
        tags,
        body: FormatBody,
        response: { 200: FormatAnswer, ...errorResponses },
      },
      handler: async ({ principal, body }, reply) => ({
        result: await tools.format(principal, body, signalOf(reply)),
      }),
    });
  };
}
