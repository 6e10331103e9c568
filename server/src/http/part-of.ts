import { Type, type TSchema } from 'typebox';

/** The same shape with every field optional, in related objects too: what a list of chosen columns is made of. */
export function partOf(schema: TSchema): TSchema {
  if (Type.IsObject(schema))
    return Type.Object(
      Object.fromEntries(
        Object.entries(schema.properties).map(([name, field]) => [name, Type.Optional(partOf(field))]),
      ),
    );
  if (Type.IsArray(schema)) return Type.Array(partOf(schema.items));
  if (Type.IsUnion(schema)) return Type.Union(schema.anyOf.map(partOf));
  return schema;
}
