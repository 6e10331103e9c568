import type { FastifyRequest } from 'fastify';
import type { AppError } from '@tessera/core/errors/app-error';
import type { App, SecurityEvent, SecurityLog } from './app-types.ts';
import { logText } from './logging.ts';
import { traceOf } from './request-id.ts';

const levels: Readonly<Record<SecurityEvent, 'info' | 'warn'>> = {
  sign_in: 'info',
  sign_out: 'info',
  account_changed: 'info',
  admin_change: 'info',
  password_changed: 'info',
  setup_link_used: 'info',
  access_given: 'info',
  rule_changed: 'info',
  guest_token_given: 'info',
  viewed_as: 'info',
  sign_in_failed: 'warn',
  password_refused: 'warn',
  sql_refused: 'warn',
  request_refused: 'warn',
  token_refused: 'warn',
  permission_refused: 'warn',
};

const MAX_TEXT = 128;
const foreignRequests = new Set(['foreign_origin', 'csrf_missing', 'csrf_invalid']);
const refusedSql = new Set(['statement_refused', 'statement_writes', 'adhoc_subquery']);
const badTokens = new Set(['token_expired', 'token_invalid']);

/**
 * Who signed in or could not, what was refused, and what was changed of users and roles: JSON lines with
 * `log: "security"`, at every level but `silent`. What only admins may change (users, roles) is among it by the
 * permission of its route, so that none can be forgotten; others name their event in `audited`.
 */
export function createSecurityLog(app: App): SecurityLog {
  const log = app.log.child({ log: 'security' }, { level: app.log.level === 'silent' ? 'silent' : 'info' });
  const write: SecurityLog = (request, event, fields = {}) => {
    log[levels[event]](
      {
        event,
        reqId: request.id,
        ...traceOf(request.raw),
        method: request.method,
        route: request.routeOptions.url ?? null,
        userId: request.principal?.userId ?? null,
        remoteAddress: request.ip,
        ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, bounded(value)])),
      },
      event,
    );
  };
  app.addHook('onResponse', async (request, reply) => {
    const { audited, permission } = request.routeOptions.config;
    const event =
      audited ??
      (permission === 'admin' && request.method !== 'GET' && request.method !== 'HEAD' ? 'admin_change' : null);
    if (event === null || reply.statusCode >= 400) return;
    const changed = changeOf(request);
    write(request, event, changed);
    if (changed.fields.includes('password') && event !== 'setup_link_used') write(request, 'password_changed', changed);
  });
  return write;
}

/** An error that refuses a request for who sent it; other errors are none of this log's business. */
export function logRefusal(request: FastifyRequest, { code, status }: AppError): void {
  const write = request.server.securityLog;
  if (foreignRequests.has(code)) write(request, 'request_refused', { reason: code });
  else if (badTokens.has(code)) write(request, 'token_refused', { reason: code });
  else if (code === 'wrong_password') write(request, 'password_refused', { reason: code });
  else if (refusedSql.has(code)) write(request, 'sql_refused', { reason: code });
  else if (status === 403)
    write(request, 'permission_refused', { reason: code, needed: request.routeOptions.config.permission });
}

/**
 * Of what was changed: the object, and the names of what was sent of it; never a value but the name of a user or a
 * role.
 */
function changeOf({
  url,
  body,
}: FastifyRequest): { readonly fields: readonly string[] } & Readonly<Record<string, unknown>> {
  const sent: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {};
  const name = sent['username'] ?? sent['name'];
  return { path: url, ...(typeof name === 'string' && { name }), fields: Object.keys(sent) };
}

function bounded(value: unknown): unknown {
  return typeof value === 'string' ? logText(value.slice(0, MAX_TEXT)) : value;
}
