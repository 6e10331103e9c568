import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { parseJsonText } from '../json-text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * `layout.md` names these keys; a key that is not here is refused, so that a typo does not live for years in a blob.
 */
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  native_filter_configuration: isList,
  chart_configuration: isObject,
  global_chart_configuration: isObject,
  chart_customization_config: isList,
  timed_refresh_immune_slices: isList,
  filter_scopes: isObject,
  expanded_slices: isObject,
  refresh_frequency: (value) => Number.isInteger(value) && Number(value) >= 0,
  default_filters: isText,
  stagger_refresh: isFlag,
  stagger_time: (value) => Number.isInteger(value) && Number(value) >= 0,
  color_scheme: isText,
  color_namespace: isText,
  color_scheme_domain: isList,
  label_colors: isObject,
  shared_label_colors: (value) => isList(value) || isObject(value),
  map_label_colors: isObject,
  cross_filters_enabled: isFlag,
  filter_bar_orientation: (value) => value === 'VERTICAL' || value === 'HORIZONTAL',
  show_chart_timestamps: isFlag,
  positions: isObject,
  import_time: Number.isInteger,
  remote_id: Number.isInteger,
  native_filter_migration: isObject,
};

/**
 * Settings as they are stored, and the layout that came inside them. `null` layout: the request says nothing about it.
 */
export type SplitMetadata = { readonly metadata: JsonObject; readonly positions: JsonObject | null };

/**
 * Read `json_metadata` of a write and take the layout out of it.
 *
 * `show_native_filters` of old exports is dropped silently; null stands for a value that is not set.
 * @throws AppError invalid_fields naming every key that is unknown or of the wrong type
 */
export function splitMetadata(text: string): SplitMetadata {
  const { show_native_filters: _, ...parsed } = parseMetadata(text);
  const complaints = Object.entries(parsed).flatMap(([key, value]) => {
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (!check) return [`${key}: Unknown field.`];
    return value === null || check(value) ? [] : [`${key}: Not a valid value.`];
  });
  if (complaints.length > 0) throw new AppError('invalid_fields', { fields: { json_metadata: complaints } });
  const { positions, ...metadata } = parsed;
  return { metadata, positions: isObject(positions) ? positions : null };
}

function parseMetadata(text: string): JsonObject {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  if (!isObject(value)) throw new AppError('invalid_fields', { fields: { json_metadata: [message('Invalid JSON')] } });
  return value;
}

/** Stored settings; what is unreadable counts as none, so that an old row never locks its dashboard. */
export function storedMetadata(text: string | null): JsonObject {
  const value = text === null ? null : parseJson(text);
  return isObject(value) ? value : {};
}

/** Undefined for whatever is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}
