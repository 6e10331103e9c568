import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';
import { isObject, parseJson, type JsonObject } from './json-metadata.ts';

/** Characters of the layout map that one dashboard may have ([9.0-24], ruling 3). */
export const POSITION_LIMIT = 65_535;

const types = new Set([
  'ROOT',
  'GRID',
  'HEADER',
  'ROW',
  'COLUMN',
  'TABS',
  'TAB',
  'CHART',
  'MARKDOWN',
  'DIVIDER',
  'DYNAMIC',
]);
const reserved = new Set(['__proto__', 'constructor', 'prototype']);
const VERSION_KEY = 'DASHBOARD_VERSION_KEY';

type Component = {
  readonly id: string;
  readonly type: string;
  readonly children: readonly string[];
  readonly meta: JsonObject;
};

/**
 * The layout as it is stored. A map that another program made is checked as one of our own: known version and types,
 * children that exist and hang in one place only, sizes above zero. Whether a component may lie where it lies is the
 * editor's business; a stored layout always opens.
 *
 * @throws AppError invalid_fields, position_too_large
 */
export function checkPositions(positions: JsonObject): string {
  const complaint = firstComplaint(positions);
  if (complaint !== null) throw new AppError('invalid_fields', { fields: { positions: [complaint] } });
  const text = printExactJson(positions);
  if (text.length > POSITION_LIMIT)
    throw new AppError('position_too_large', { size: text.length, limit: POSITION_LIMIT });
  return text;
}

/** Read `position_json` of a write. @throws AppError invalid_fields, position_too_large */
export function parsePositions(text: string): JsonObject {
  if (text.length > POSITION_LIMIT)
    throw new AppError('position_too_large', { size: text.length, limit: POSITION_LIMIT });
  const value = text.trim() === '' ? {} : parseJson(text);
  if (!isObject(value)) throw new AppError('invalid_fields', { fields: { position_json: [message('Invalid JSON')] } });
  return value;
}

/** Ids of the charts that lie in a layout, each once. */
export function chartIdsIn(positions: JsonObject): readonly number[] {
  const ids = components(positions).flatMap(({ type, meta }) =>
    type === 'CHART' && isId(meta['chartId']) ? [meta['chartId']] : [],
  );
  return [...new Set(ids)];
}

/** Components of a stored layout; entries that are none are passed over. */
export function components(positions: JsonObject): readonly Component[] {
  return Object.values(positions).flatMap((value) => {
    if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['type'] !== 'string') return [];
    const children = Array.isArray(value['children'])
      ? value['children'].filter((child) => typeof child === 'string')
      : [];
    return [{ id: value['id'], type: value['type'], children, meta: isObject(value['meta']) ? value['meta'] : {} }];
  });
}

function firstComplaint(positions: JsonObject): string | null {
  const version = positions[VERSION_KEY];
  if (version !== undefined && version !== 'v2') return 'The version of the layout is not known.';
  const hung = new Set<string>();
  for (const [key, value] of Object.entries(positions)) {
    if (key === VERSION_KEY) continue;
    if (reserved.has(key)) return `${key} is no id of a component.`;
    const complaint = componentComplaint(key, value, positions, hung);
    if (complaint !== null) return complaint;
  }
  return loopIn(positions);
}

/** Each child hangs in one place by now: a loop is a chain of parents that never ends. */
function loopIn(positions: JsonObject): string | null {
  const parents = new Map(components(positions).flatMap(({ id, children }) => children.map((child) => [child, id])));
  const clear = new Set<string>();
  for (const start of parents.keys()) {
    const chain = new Set<string>();
    for (let id: string | undefined = start; id !== undefined && !clear.has(id); id = parents.get(id)) {
      if (chain.has(id)) return `${id} lies inside itself.`;
      chain.add(id);
    }
    for (const id of chain) clear.add(id);
  }
  return null;
}

function componentComplaint(key: string, value: unknown, positions: JsonObject, hung: Set<string>): string | null {
  if (!isObject(value) || value['id'] !== key) return `${key} has no id of its own.`;
  if (typeof value['type'] !== 'string' || !types.has(value['type'])) return `${key} has a type that is not known.`;
  const { children = [], meta = {} } = value;
  if (!Array.isArray(children) || !isObject(meta)) return `${key} is malformed.`;
  for (const child of children) {
    if (typeof child !== 'string' || child === 'ROOT_ID' || !Object.hasOwn(positions, child))
      return `${key} holds a child that is not there.`;
    if (hung.has(child)) return `${child} lies in two places.`;
    hung.add(child);
  }
  const sizes = [meta['width'], meta['height']].filter((size) => size !== undefined && size !== null);
  if (!sizes.every((size) => typeof size === 'number' && size > 0 && size <= 10_000))
    return `${key} has a size that is not possible.`;
  if (meta['chartId'] !== undefined && meta['chartId'] !== null && !isId(meta['chartId']))
    return `${key} has no valid chart.`;
  return null;
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}
