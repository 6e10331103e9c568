import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message, messageN } from '@tessera/core/messages';
import { parseJsonText } from '../json-text.ts';
import { MAX_EVENT_TEXT, MAX_EVENTS, type LogEvent, type LogQuery } from './schema.ts';

/**
 * The events of a call. The list stands under the field that `explode` names, as JSON or as JSON text (a form of the
 * browser's beacon); without `explode` the body itself is one event.
 *
 * @throws AppError invalid_request for what is no list of objects, or for more events than one call may carry
 */
export function readEvents(body: unknown, query: LogQuery): readonly LogEvent[] {
  const fields = asObject(body) ?? {};
  const field = query.explode === undefined ? undefined : fields[query.explode];
  const list = query.explode === undefined ? [body] : parseList(field);
  if (list.length > MAX_EVENTS)
    throw new AppError('invalid_request', {
      reason: messageN('At most one event in one call.', 'At most %(count)s events in one call.', MAX_EVENTS),
    });
  return list.map((entry) => {
    const event = asObject(entry);
    if (!event) throw new AppError('invalid_request', { reason: message('An event is a JSON object.') });
    return toEvent(event, query);
  });
}

function toEvent(event: Readonly<Record<string, unknown>>, query: LogQuery): LogEvent {
  const { guest_token: _, ...kept } = event;
  const json = printExactJson(kept);
  const source = event['source'];
  return {
    action: text(event['event_name']) ?? text(event['action']) ?? 'log',
    dashboardId:
      id(event['dashboard_id']) ?? (source === 'dashboard' ? id(event['source_id']) : null) ?? id(query.dashboard_id),
    sliceId: id(event['slice_id']) ?? (source === 'slice' ? id(event['source_id']) : null) ?? id(query.slice_id),
    datasetId: id(event['dataset_id']) ?? (source === 'dataset' ? id(event['source_id']) : null),
    durationMs: typeof event['duration'] === 'number' && Number.isFinite(event['duration']) ? event['duration'] : null,
    json:
      json.length <= MAX_EVENT_TEXT ? json : printExactJson({ truncated: true, event_name: text(event['event_name']) }),
  };
}

function parseList(field: unknown): readonly unknown[] {
  const value = typeof field === 'string' ? parse(field) : field;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new AppError('invalid_request', { reason: message('The events are no list.') });
  return value;
}

function parse(json: string): unknown {
  try {
    return parseJsonText(json);
  } catch (error) {
    throw new AppError('not_json', {}, { cause: error });
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Names of events are short and on one line, so that they cannot forge another line of a log. */
function text(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  return value.replaceAll(/\p{Cc}/gu, ' ').slice(0, 100);
}

function id(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= 2_147_483_647
    ? number
    : null;
}
