import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { nearestName } from '@tessera/core/nearest-name';
import type { TellMistake } from './environment.ts';

type Complaint = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
};

/** A whole number. Both ends are said: a figure that cannot be meant is refused, and not found out under load. */
export const count = (fallback: number, [minimum, maximum]: readonly [number, number], description: string) =>
  Type.Integer({ minimum, maximum, default: fallback, description });

/**
 * The settings of an object that was read from a file, with defaults for what it leaves out. Each mistake is reported
 * by the name of its setting, and the default stands in for it.
 */
export function checkSettingsObject<Schema extends TObject>(
  schema: Schema,
  given: unknown,
  path: string,
  tell: TellMistake,
): Static<Schema> {
  const settings: Record<string, unknown> = { ...(Value.Create(schema) as Record<string, unknown>) };
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    tell(path, 'must hold an object: { "setting": value }.');
  else {
    for (const [name, value] of Object.entries(given)) {
      const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (property === undefined)
        tell(
          name,
          `in ${path} is not a setting. ` +
            `${hint(name, Object.keys(schema.properties), 'docs/operations.md lists them.')}`,
        );
      else if (Value.Check(property, value)) settings[name] = value;
      else for (const [where, reason] of complaintsOf(property, value)) tell(`${name}${where}`, `in ${path} ${reason}`);
    }
  }
  return settings as Static<Schema>;
}

function hint(name: string, known: readonly string[], otherwise: string): string {
  const meant = nearestName(name, known);
  return meant === null ? otherwise : `Did you mean ${meant}?`;
}

/** What is wrong, by the place inside of the setting: `.Gamma.rowsPerDay`. */
function complaintsOf(property: TSchema, value: unknown): readonly (readonly [string, string])[] {
  if ('anyOf' in property)
    return [['', `must be ${'description' in property ? String(property.description) : 'another value'}`]];
  const found = new Map<string, string>();
  for (const complaint of Value.Errors(property, value)) {
    const where = complaint.instancePath.replaceAll('/', '.');
    const reason = reasonOf(complaint, property);
    if (reason !== null && !found.has(where)) found.set(where, reason);
  }
  return [...found];
}

function reasonOf({ keyword, instancePath, params, message }: Complaint, property: TSchema): string | null {
  if (keyword === 'additionalProperties') return null; // the name itself is reported
  if (keyword === 'boolean')
    return (
      'is not known. ' +
      `${hint(instancePath.split('/').at(-1) ?? '', namesIn(property), `Known: ${namesIn(property).join(', ')}.`)}`
    );
  if ('allowedValues' in params && Array.isArray(params.allowedValues))
    return `must be one of: ${params.allowedValues.join(', ')}.`;
  if (instancePath === '' && 'minimum' in property && 'maximum' in property)
    return `must be a whole number from ${String(property.minimum)} to ${String(property.maximum)}.`;
  return `${message}.`;
}

/** Names of an object's properties, or of those of the objects that a record holds. */
function namesIn(schema: TSchema): readonly string[] {
  if ('properties' in schema) return Object.keys(schema.properties as object);
  const inner =
    'patternProperties' in schema ? Object.values(schema.patternProperties as Record<string, TSchema>)[0] : undefined;
  return inner === undefined ? [] : namesIn(inner);
}
