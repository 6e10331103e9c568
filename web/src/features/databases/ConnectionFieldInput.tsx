import { t, tMarked } from '@tessera/core/messages';
import { secretMask, type ConnectionField, type FieldValue } from '../../api/databases.ts';
import { Switch } from '../../ui/fields/Checkbox.tsx';
import { NumberInput } from '../../ui/fields/NumberInput.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { PasswordInput, Textarea, TextInput } from '../../ui/fields/TextInput.tsx';

type ConnectionFieldInputProps = {
  readonly field: ConnectionField;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  /** Of a saved connection: secrets are retained unless typed again. */
  readonly isSaved: boolean;
  /** Instead of the hint: why the field must be filled now. */
  readonly note: string | null;
  readonly error: string | null;
};

/** One field as the server describes it. */
export function ConnectionFieldInput(props: ConnectionFieldInputProps) {
  const { field, value, onChange, isSaved, note } = props;
  const look = lookOf(props);
  const text = textOf(value);
  const placeholder = field.placeholder ?? '';

  switch (field.kind) {
    case 'boolean':
      return (
        <Switch
          label={tMarked(field.label)}
          {...(field.hint === null ? {} : { description: tMarked(field.hint) })}
          checked={value === true}
          onChange={onChange}
        />
      );
    case 'integer':
      return (
        <NumberInput
          {...look}
          integer
          value={typeof value === 'number' ? value : text === '' ? null : Number(text)}
          onChange={onChange}
          placeholder={placeholder}
        />
      );
    case 'select':
      return (
        <Select
          {...look}
          value={text === '' ? null : text}
          onChange={onChange}
          options={field.choices}
          clearable={!field.required && field.default === null}
        />
      );
    case 'password': {
      const kept = isSaved && value === secretMask && note === null;
      return (
        <PasswordInput
          {...look}
          value={text}
          onChange={onChange}
          placeholder={kept ? t('•••••• (set; type to replace it)') : placeholder}
          autoComplete="new-password"
        />
      );
    }
    case 'text':
      return isLong(field) ? <LongText {...props} /> : <ShortText {...props} />;
  }
}

function lookOf({ field, note, error }: ConnectionFieldInputProps) {
  return {
    label: tMarked(field.label),
    required: field.required,
    error,
    description: note ?? (field.hint === null ? undefined : tMarked(field.hint)),
  };
}

/** A stored secret is not known here. */
function textOf(value: FieldValue): string {
  return value === null || value === secretMask ? '' : String(value);
}

function LongText(props: ConnectionFieldInputProps) {
  const { field, value, onChange, isSaved } = props;
  const isStored = field.secret && isSaved && value === secretMask;
  return (
    <Textarea
      {...lookOf(props)}
      mono
      rows={3}
      value={textOf(value)}
      onChange={onChange}
      placeholder={isStored ? t('(set; type to replace it)') : (field.placeholder ?? '')}
      spellCheck={false}
    />
  );
}

function ShortText(props: ConnectionFieldInputProps) {
  return (
    <TextInput
      {...lookOf(props)}
      value={textOf(props.value)}
      onChange={props.onChange}
      placeholder={props.field.placeholder ?? ''}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** Host beside port, user beside password, certificates over the whole width. */
export function fieldWidth(field: ConnectionField): 'whole' | 'half' | 'most' | 'rest' {
  if (field.name === 'host') return 'most';
  if (field.name === 'port') return 'rest';
  if (field.name === 'path' || field.kind === 'boolean' || isLong(field)) return 'whole';
  return 'half';
}

function isLong(field: ConnectionField): boolean {
  return field.kind === 'text' && /cert|certificate|_key$|(^|_)ca$/.test(field.name);
}
