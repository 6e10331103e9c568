import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { parseJsonText } from '../json-text.ts';

/**
 * Settings of a connection that clients send as JSON text in `extra`; others could reach the driver and are refused by
 * name.
 */
const known = new Set([
  'metadata_cache_timeout',
  'schemas_allowed_for_file_upload',
  'schemas_allowed_for_csv_upload',
  'cost_estimate_enabled',
  'cost_threshold',
  'instant_preview',
  'allows_virtual_table_explore',
  'disable_data_preview',
  'disable_drill_to_detail',
  'cancel_query_on_windows_unload',
  'version',
  'allow_multi_catalog',
  'schema_options',
  'concurrency',
  'template_params',
]);
/** Empty objects of old exports; anything inside them is refused. */
const emptyOnly = new Set(['metadata_params', 'engine_params']);

export type DatabaseSettings = Readonly<Record<string, unknown>>;

/** How many queries run at once in a database, when its settings say nothing. */
const CONCURRENCY = 8;
const MAX_CONCURRENCY = 100;

/** @throws AppError invalid_fields, connection_refused_field */
export function readSettings(text: string | null | undefined): DatabaseSettings {
  if (!text) return {};
  const parsed = parse(text);
  if (!parsed) throw new AppError('invalid_fields', { fields: { extra: [message('Invalid JSON')] } });
  const bad = Object.entries(parsed)
    .filter(([key, value]) => !(known.has(key) || (emptyOnly.has(key) && isEmpty(value))))
    .map(([key]) => key);
  if (bad.length > 0)
    throw new AppError('connection_refused_field', {
      reason: message('The setting %(value)s in extra is not available.', {
        value: bad.map((key) => `"${key.slice(0, 60)}"`).join(', '),
      }),
    });
  const { template_params: params } = parsed;
  if (params !== undefined && params !== null && !isObject(params))
    throw new AppError('invalid_fields', { fields: { extra: [message('template_params: Not a JSON object.')] } });
  assertKinds(parsed);
  return Object.fromEntries(Object.entries(parsed).filter(([key]) => known.has(key)));
}

/** @throws AppError invalid_fields */
function assertKinds({ cost_threshold: threshold, instant_preview: instant }: DatabaseSettings): void {
  const isNumber = typeof threshold === 'number' && Number.isSafeInteger(threshold) && threshold > 0;
  if (threshold !== undefined && threshold !== null && !isNumber)
    throw new AppError('invalid_fields', { fields: { extra: [message('cost_threshold: Not a positive integer.')] } });
  if (instant !== undefined && instant !== null && typeof instant !== 'boolean')
    throw new AppError('invalid_fields', { fields: { extra: [message('instant_preview: Not a valid boolean.')] } });
}

/** Settings as saved; damaged ones count as none. */
export function savedSettings(text: string): DatabaseSettings {
  return parse(text) ?? {};
}

export function concurrencyOf(settings: DatabaseSettings): number {
  const value = settings['concurrency'];
  return typeof value === 'number' && Number.isInteger(value) && value >= 1
    ? Math.min(value, MAX_CONCURRENCY)
    : CONCURRENCY;
}

/** Names that the templates of every dataset on the database may use. */
export function templateParamsOf(settings: DatabaseSettings): Readonly<Record<string, unknown>> {
  const params = settings['template_params'];
  return isObject(params) ? { ...params } : {};
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseJsonText(text);
    return isObject(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
