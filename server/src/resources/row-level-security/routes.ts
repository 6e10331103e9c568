import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { MessageBody, listRoutes } from '../../http/list-resource.ts';
import type { ListContext } from '../../http/list-spec.ts';
import { IdParams } from '../item-shapes.ts';
import { ruleList } from './list.ts';
import { RuleItem, RulePost, RulePut, RuleSaved } from './schema.ts';
import type { RuleService } from './service.ts';

const tags = ['Row level security'];
const write = { permission: 'can_write RowLevelSecurity', audited: 'rule_changed' } as const;

/** `/rowlevelsecurity/…`: the rules, for administrators. */
export function rowLevelSecurityRoutes(context: ListContext, rules: RuleService): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, ruleList(rules));

    app.get('/rowlevelsecurity/:id', {
      config: { permission: 'can_read RowLevelSecurity' },
      schema: { summary: 'A rule', tags, params: IdParams, response: { 200: RuleItem, ...errorResponses } },
      handler: async (request, reply) => {
        const result = await rules.read(request.params.id);
        void reply.header('ETag', `"${result.version}"`);
        return { id: result.id, result };
      },
    });

    app.post('/rowlevelsecurity/', {
      config: write,
      schema: { summary: 'Make a rule', tags, body: RulePost, response: { 201: RuleSaved, ...errorResponses } },
      handler: async (request, reply) => {
        const { id, version } = await rules.create(request.principal, request.body);
        return reply.code(201).header('ETag', `"${version}"`).send({ id, result: request.body });
      },
    });

    app.put('/rowlevelsecurity/:id', {
      config: write,
      schema: {
        summary: 'Change a rule',
        tags,
        params: IdParams,
        body: RulePut,
        response: { 200: RuleSaved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { version } = await rules.update(
          request.principal,
          request.params.id,
          request.body,
          request.headers['if-match'],
        );
        return reply.header('ETag', `"${version}"`).send({ id: request.params.id, result: request.body });
      },
    });

    app.delete('/rowlevelsecurity/:id', {
      config: write,
      schema: { summary: 'Delete a rule', tags, params: IdParams, response: { 200: MessageBody, ...errorResponses } },
      handler: async (request) => {
        await rules.remove(request.principal, [request.params.id]);
        return { message: 'OK' };
      },
    });
  };
}
