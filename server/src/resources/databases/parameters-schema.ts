import type { ConnectionField, Driver } from '../../engines/drivers/driver.ts';

const MAX_PORT = 65_535;

/** The fields of a connection as a JSON schema, which scripts build their own forms from. */
export function parametersSchema({ fields }: Pick<Driver, 'fields'>): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
  };
}

function propertyOf({
  name,
  kind,
  label,
  hint,
  required,
  secret,
  default: fallback,
  choices,
}: ConnectionField): Readonly<Record<string, unknown>> {
  return {
    type: kind === 'integer' || kind === 'boolean' ? kind : 'string',
    title: label,
    description: hint ?? label,
    nullable: !required,
    ...(name === 'port' ? { minimum: 1, maximum: MAX_PORT } : {}),
    ...(fallback === null ? {} : { default: fallback }),
    ...(choices.length === 0 ? {} : { enum: choices.map((choice) => choice.value) }),
    ...(secret ? { format: 'password', writeOnly: true } : {}),
  };
}
