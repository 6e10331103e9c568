import { readAnnotationLayers } from '@tessera/core/annotations/layer';
import type { AdhocFilter, Metric, RawForm } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import type { Bounds, Control, Controls, Currency, FormOf, Rgba } from './define.ts';

/**
 * Read saved form data as the controls describe it.
 *
 * A missing key takes the plugin's `defaults`, then the control's default (ruling 20). Stored junk — another type, a
 * choice that does not exist ([5.0-04]) — counts as missing: a saved chart always loads (ruling 5). Never throws.
 */
export function parseForm<C extends Controls>(controls: C, defaults: RawForm, raw: RawForm): FormOf<C> {
  const parsed = Object.entries(controls).map(([name, control]) => {
    const value = own(raw, name) === undefined ? undefined : read(control, own(raw, name));
    if (value !== undefined) return [name, value];
    const fallback = read(control, own(defaults, name));
    return [name, fallback === undefined ? emptyOf(control) : fallback];
  });
  // The only cast of the plugin system: `read` and `emptyOf` give what FormOf says for each kind.
  return Object.fromEntries(parsed) as FormOf<C>;
}

/** A number from a number or from what a person typed; `null` for everything else. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** Order-by entries as stored: `["column", true]` or the same as JSON text; `null` where an entry is neither. */
export function readOrderBy(value: unknown): readonly (readonly [string, boolean] | null)[] {
  if (!Array.isArray(value)) return [];
  return value.map((entry: unknown) => {
    const pair: unknown = typeof entry === 'string' ? parseJson(entry) : entry;
    if (!Array.isArray(pair) || typeof pair[0] !== 'string') return null;
    return [pair[0], pair[1] !== false] as const;
  });
}

/** The value of a control, or `undefined` where what is stored is nothing that the control could have saved. */
function read(control: Control, value: unknown): unknown {
  if (value === undefined) return undefined;
  switch (control.kind) {
    case 'column':
      return value === null ? null : readColumn(Array.isArray(value) ? value[0] : value);
    case 'columns':
      return listOf(value)
        .map(readColumn)
        .filter((column) => column !== undefined);
    case 'metric':
      return value === null ? null : readMetric(Array.isArray(value) ? value[0] : value);
    case 'metrics':
      return listOf(value)
        .map(readMetric)
        .filter((metric) => metric !== undefined);
    case 'filters':
      return listOf(value).filter(isFilter);
    case 'select':
      return readSelect(control, value);
    case 'segmented':
      return control.choices.some((choice) => choice.value === value) ? value : undefined;
    case 'row_limit':
      return readInteger(value);
    case 'bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'text':
      return readText(control, value);
    case 'slider': {
      const number = toNumber(value);
      return number === null ? undefined : Math.min(control.max, Math.max(control.min, number));
    }
    case 'number_format':
    case 'time_format':
    case 'color_scheme':
      return typeof value === 'string' && value !== '' ? value : undefined;
    case 'time_grain':
      return value === null || typeof value === 'string' ? value || null : undefined;
    case 'color':
      return readColor(value);
    case 'currency':
      return readCurrency(value);
    case 'bounds':
      return readBounds(value);
    case 'order_by':
      return readOrderBy(value).filter((entry) => entry !== null);
    case 'column_config':
      return readColumnConfig(value);
    case 'conditional_formatting':
      return listOf(value).filter(isRecord);
    case 'annotation_layers':
      return readAnnotationLayers(value);
  }
}

/** What a control holds when neither the form nor the plugin says anything. */
function emptyOf(control: Control): unknown {
  switch (control.kind) {
    case 'column':
    case 'metric':
    case 'currency':
      return null;
    case 'columns':
    case 'metrics':
    case 'filters':
    case 'order_by':
    case 'conditional_formatting':
    case 'annotation_layers':
      return [];
    case 'column_config':
      return {};
    case 'bounds':
      return [null, null];
    case 'text':
      return control.format ? toNumber(control.default) : control.default;
    case 'select':
    case 'segmented':
    case 'row_limit':
    case 'bool':
    case 'slider':
    case 'number_format':
    case 'time_format':
    case 'time_grain':
    case 'color_scheme':
    case 'color':
      return control.default;
  }
}

function readSelect(control: Control & { readonly kind: 'select' }, value: unknown): unknown {
  if (control.freeForm === 'integer') return value === null ? null : readInteger(value);
  if (control.freeForm === 'number') return value === null ? null : (toNumber(value) ?? undefined);
  if (control.freeForm === 'text' || control.choicesFor)
    return value === null || typeof value === 'string' ? value : undefined;
  return control.choices.some((choice) => choice.value === value) ? value : undefined;
}

function readText(control: Control & { readonly kind: 'text' }, value: unknown): unknown {
  if (control.format === 'integer') return value === null || value === '' ? null : readInteger(value);
  if (control.format === 'number') return value === null || value === '' ? null : (toNumber(value) ?? undefined);
  return typeof value === 'string' ? value : undefined;
}

function readInteger(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== null && Number.isInteger(number) && number >= 0 ? number : undefined;
}

function readColumn(value: unknown): QueryColumn | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!isRecord(value) || typeof value['sqlExpression'] !== 'string') return undefined;
  return value as QueryColumn;
}

function readMetric(value: unknown): Metric | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!isRecord(value)) return undefined;
  if (value['expressionType'] === 'SQL')
    return typeof value['sqlExpression'] === 'string' ? (value as Metric) : undefined;
  return value['expressionType'] === 'SIMPLE' && isRecord(value['column']) ? (value as Metric) : undefined;
}

function isFilter(value: unknown): value is AdhocFilter {
  return isRecord(value) && (value['expressionType'] === 'SIMPLE' || value['expressionType'] === 'SQL');
}

function readColor(value: unknown): Rgba | undefined {
  if (!isRecord(value)) return undefined;
  const [r, g, b, a] = [toNumber(value['r']), toNumber(value['g']), toNumber(value['b']), toNumber(value['a'] ?? 1)];
  return r === null || g === null || b === null || a === null ? undefined : { r, g, b, a };
}

function readCurrency(value: unknown): Currency | null | undefined {
  if (value === null) return null;
  if (!isRecord(value) || typeof value['symbol'] !== 'string' || value['symbol'] === '') return undefined;
  return { symbol: value['symbol'], symbolPosition: value['symbolPosition'] === 'suffix' ? 'suffix' : 'prefix' };
}

function readBounds(value: unknown): Bounds | undefined {
  return Array.isArray(value) ? [toNumber(value[0]), toNumber(value[1])] : undefined;
}

function readColumnConfig(value: unknown): Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1])),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list control may hold one bare value in old charts. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === '' ? [] : [value];
}

/** Inherited names such as `constructor` are no form data. */
function own(form: RawForm, name: string): unknown {
  return Object.hasOwn(form, name) ? form[name] : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
