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
  /** Of a saved connection: secrets are kept unless typed again. */
  readonly isSaved: boolean;
  /** Instead of the hint: why the field must be filled now. */
  readonly note: string | null;
  readonly error: string | null;
};

/** One field as the server describes it. */
export function ConnectionFieldInput({ field, value, onChange, isSaved, note, error }: ConnectionFieldInputProps) {
  const look = {
    label: tMarked(field.label),
    required: field.required,
    error,
    description: note ?? (field.hint === null ? undefined : tMarked(field.hint)),
  };
  const text = value === null || value === secretMask ? '' : String(value);
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
      if (isLong(field))
        return (
          <Textarea
            {...look}
            mono
            rows={3}
            value={text}
            onChange={onChange}
            placeholder={field.secret && isSaved && value === secretMask ? t('(set; type to replace it)') : placeholder}
            spellCheck={false}
          />
        );
      return (
        <TextInput
          {...look}
          value={text}
          onChange={onChange}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      );
  }
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
