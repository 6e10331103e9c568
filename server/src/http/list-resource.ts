import { Type, type Static, type TSchema } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { can } from '../principal.ts';
import type { Principal } from '../principal.ts';
import type { Permission } from '../permissions.ts';
import type { App } from './app-types.ts';
import { errorResponses } from './error-body.ts';
import { answerDistinct, answerList, answerRelated, labelOf, titleCase } from './list-answer.ts';
import { filterInfo } from './list-filters.ts';
import { parseChoiceQuery, parseIds, parseListQuery, Q, readObject } from './list-query.ts';
import type { ListContext, ListSpec } from './list-spec.ts';
import { partOf } from './part-of.ts';

const ColumnParams = Type.Object({ column: Type.String({ maxLength: 250 }) });
const Row = Type.Record(Type.String(), Type.Unknown());

export const ListBody = Type.Object({
  count: Type.Integer({ description: 'All rows that match, not only this page.' }),
  ids: Type.Array(Type.Integer()),
  result: Type.Array(Row),
  list_columns: Type.Optional(Type.Array(Type.String())),
  label_columns: Type.Optional(Type.Record(Type.String(), Type.String())),
  description_columns: Type.Optional(Type.Record(Type.String(), Type.String())),
  order_columns: Type.Optional(Type.Array(Type.String())),
  list_title: Type.Optional(Type.String()),
});
const ChoicesBody = Type.Object({
  count: Type.Integer(),
  result: Type.Array(
    Type.Object({ value: Type.Union([Type.Integer(), Type.String()]), text: Type.String(), extra: Type.Optional(Row) }),
  ),
});
export type ChoicesBody = Static<typeof ChoicesBody>;
export const MessageBody = Type.Object({ message: Type.String() });
export type MessageBody = Static<typeof MessageBody>;

/**
 * Register `GET /x/`, `GET /x/_info`, `GET /x/related/:column`, `GET /x/distinct/:column` and, where the resource
 * can be deleted, `DELETE /x/`. One implementation for every resource.
 */
export function listRoutes(app: App, context: ListContext, spec: ListSpec): void {
  const base = `/${spec.path}`;
  const config = { permission: spec.read };

  app.get(`${base}/`, {
    config,
    schema: {
      summary: `List ${pluralOf(spec)}`,
      tags: [titleCase(spec.noun)],
      querystring: Q,
      response: { 200: listBody(spec), ...errorResponses },
    },
    handler: async (request) => answerList(context, spec, parseListQuery(request.query.q), request.principal),
  });

  app.get(`${base}/_info`, {
    config,
    schema: {
      summary: `What can be done with ${pluralOf(spec)}`,
      tags: [titleCase(spec.noun)],
      querystring: Q,
      response: { 200: Row, ...errorResponses },
    },
    handler: async (request) => info(spec, request.query.q, request.principal),
  });

  app.get(`${base}/related/:column`, {
    config,
    schema: {
      summary: `Choices of a related column of ${pluralOf(spec)}`,
      tags: [titleCase(spec.noun)],
      params: ColumnParams,
      querystring: Q,
      response: { 200: ChoicesBody, ...errorResponses },
    },
    handler: async (request) =>
      answerRelated(context, spec, request.params.column, parseChoiceQuery(request.query.q), request.principal),
  });

  app.get(`${base}/distinct/:column`, {
    config,
    schema: {
      summary: `Different values of a column of ${pluralOf(spec)}`,
      tags: [titleCase(spec.noun)],
      params: ColumnParams,
      querystring: Q,
      response: { 200: ChoicesBody, ...errorResponses },
    },
    handler: async (request) =>
      answerDistinct(context, spec, request.params.column, parseChoiceQuery(request.query.q), request.principal),
  });

  const { remove } = spec;
  if (!remove) return;
  app.delete(`${base}/`, {
    config: { permission: remove.permission, ...(remove.audited && { audited: remove.audited }) },
    schema: {
      summary: `Delete several ${pluralOf(spec)}`,
      tags: [titleCase(spec.noun)],
      querystring: Q,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      const ids = [...new Set(parseIds(request.query.q))];
      if (ids.length === 0) throw new AppError('not_found', {});
      const count = await remove.run(request.principal, ids);
      return { message: `Deleted ${count} ${count === 1 ? spec.noun : pluralOf(spec)}` };
    },
  });
}

/** The rows of a list have the columns that were asked for, each as the whole row has it. */
function listBody({ row }: ListSpec) {
  const body = row ? Type.Object({ ...ListBody.properties, result: Type.Array(partOf(row)) }) : ListBody;
  return Type.Unsafe<Static<typeof ListBody>>(body);
}

function pluralOf(spec: ListSpec): string {
  return spec.plural ?? `${spec.noun}s`;
}

const infoPermissions: readonly Permission[] = ['can_read', 'can_write', 'can_export'];

function info(spec: ListSpec, q: string | undefined, principal: Principal): Readonly<Record<string, unknown>> {
  const asked = readObject(q)['keys'];
  const keys = Array.isArray(asked) ? asked : null;
  const parts: Readonly<Record<string, unknown>> = {
    add_columns: fieldsOf(spec, spec.addSchema),
    add_title: `Add ${titleCase(spec.noun)}`,
    edit_columns: fieldsOf(spec, spec.editSchema),
    edit_title: `Edit ${titleCase(spec.noun)}`,
    filters: filterInfo(spec),
    permissions: infoPermissions.filter((permission) => can(principal, permission, spec.view)),
  };
  return Object.fromEntries(Object.entries(parts).filter(([name]) => keys === null || keys.includes(name)));
}

/** The fields of a body schema as `_info` describes them. */
function fieldsOf(spec: ListSpec, schema: TSchema | undefined): readonly Readonly<Record<string, unknown>>[] {
  if (!schema || !('properties' in schema)) return [];
  const required = new Set(
    'required' in schema && Array.isArray(schema.required) ? (schema.required as readonly string[]) : [],
  );
  return Object.entries(schema.properties as Readonly<Record<string, TSchema>>).map(([name, field]) => ({
    name,
    label: labelOf(spec, name),
    description: 'description' in field ? field.description : '',
    type: 'type' in field && typeof field.type === 'string' ? titleCase(field.type) : 'String',
    required: required.has(name),
    unique: false,
    validate: Object.entries(field)
      .filter(([rule]) => rule === 'minLength' || rule === 'maxLength' || rule === 'minimum' || rule === 'maximum')
      .map(([rule, limit]) => `${rule} ${String(limit)}`),
  }));
}
