import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';

export type Complaint = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
};

/** Lists and records of a schema, as JSON schema writes them. */
type Shape = {
  readonly type?: string;
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema | readonly TSchema[];
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly properties?: Readonly<Record<string, TSchema>>;
};

/** Items of one list that are complained about; who sends thousands hears of the first. */
const MAX_ITEMS = 3;

/** Compiled once, when a request first needs it. */
const validators = new WeakMap<object, Validator>();

/**
 * The first complaints about a value that its schema refuses. What is too large is reported alone and without a look
 * inside;
 * of long lists only items that are wrong are explained, as explaining a good one takes a hundred times as long as
 * passing it.
 */
export function complaintsAbout(schema: TSchema, value: unknown): readonly Complaint[] {
  const tooLarge: Complaint[] = [];
  const positions = new Map<string, readonly number[]>();
  const narrowed = narrow(schema, value, '', { tooLarge, positions });
  if (tooLarge.length > 0) return tooLarge.slice(0, MAX_ITEMS);
  return Value.Errors(schema, narrowed).map((complaint) => ({
    ...complaint,
    instancePath: sentPath(complaint.instancePath, positions),
  }));
}

/** `positions`: of a list that was narrowed, where its items stood, by its path among the narrowed. */
type Found = { readonly tooLarge: Complaint[]; readonly positions: Map<string, readonly number[]> };

function narrow(schema: TSchema, value: unknown, path: string, found: Found): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const shape = shapeOf(schema, Array.isArray(value) ? 'array' : 'object');
  if (shape === null) return value;
  return Array.isArray(value)
    ? narrowList(shape, value, path, found)
    : narrowObject(shape, value as Readonly<Record<string, unknown>>, path, found);
}

function narrowList(
  { items, maxItems }: Shape,
  list: readonly unknown[],
  path: string,
  found: Found,
): readonly unknown[] {
  if (maxItems !== undefined && list.length > maxItems) {
    found.tooLarge.push({
      keyword: 'maxItems',
      instancePath: path,
      params: { limit: maxItems },
      message: `must not have more than ${maxItems} items`,
    });
    return list;
  }
  if (items === undefined || isTuple(items)) return list;
  const validator = validatorOf(items);
  const wrong: number[] = [];
  for (let at = 0; at < list.length && wrong.length < MAX_ITEMS; at += 1)
    if (!validator.Check(list[at])) wrong.push(at);
  // A list may be wrong as a whole: too short, for one.
  if (wrong.length === 0) return list.slice(0, MAX_ITEMS);
  found.positions.set(path, wrong);
  return wrong.map((at, index) => narrow(items, list[at], `${path}/${index}`, found));
}

function narrowObject(
  { properties = {}, maxProperties }: Shape,
  given: Readonly<Record<string, unknown>>,
  path: string,
  found: Found,
): unknown {
  if (maxProperties !== undefined && Object.keys(given).length > maxProperties) {
    found.tooLarge.push({
      keyword: 'maxProperties',
      instancePath: path,
      params: { limit: maxProperties },
      message: `must not have more than ${maxProperties} properties`,
    });
    return given;
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, part]) => {
      const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [
        name,
        inner === undefined
          ? part
          : narrow(inner, part, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, found),
      ];
    }),
  );
}

/**
 * The part of a schema that speaks of lists, or of objects; `null` where several do, which are distinguished by what is
 * inside.
 */
function shapeOf(schema: TSchema, type: 'array' | 'object'): Shape | null {
  const shape: Shape = schema;
  if (shape.anyOf === undefined) return shape.type === type ? shape : null;
  const inside = shape.anyOf.map((one) => shapeOf(one, type)).filter((one) => one !== null);
  const [only] = inside;
  return inside.length === 1 && only ? only : null;
}

function isTuple(items: TSchema | readonly TSchema[]): items is readonly TSchema[] {
  return Array.isArray(items);
}

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema) ?? Compile(schema);
  validators.set(schema, known);
  return known;
}

/** The path in the value as it was sent. */
function sentPath(path: string, positions: Found['positions']): string {
  let at = '';
  return path
    .split('/')
    .map((part, index) => {
      const sent = positions.get(at)?.[Number(part)];
      if (index > 0) at = `${at}/${part}`;
      return index === 0 || sent === undefined ? part : String(sent);
    })
    .join('/');
}
