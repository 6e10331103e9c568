import { IconEye, IconEyeOff, IconSearch, IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useId, useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { cx } from '../common/cx.ts';
import { Field, fieldAria, type FieldLook } from './Field.tsx';
import classes from './Field.module.css';
import { IconButton } from '../buttons/IconButton.tsx';

type NativeInput = Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'required' | 'size'>;
type TextInputProps = NativeInput &
  FieldLook & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly mono?: boolean;
  };

export function TextInput({
  label,
  hideLabel,
  hint,
  description,
  error,
  required = false,
  aside,
  value,
  onChange,
  mono = false,
  className,
  id: ownId,
  ...rest
}: TextInputProps) {
  const madeId = useId();
  const id = ownId ?? madeId;
  return (
    <Field id={id} {...fieldLook({ label, hideLabel, hint, description, error, required, aside })}>
      <input
        {...rest}
        {...fieldAria(id, { error, description, required })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(classes['input'], mono && classes['mono'], className)}
      />
    </Field>
  );
}

type TextareaProps = Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange' | 'required'> &
  FieldLook & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly mono?: boolean;
  };

export function Textarea({
  label,
  hideLabel,
  hint,
  description,
  error,
  required = false,
  aside,
  value,
  onChange,
  mono = false,
  className,
  id: ownId,
  rows = 3,
  ...rest
}: TextareaProps) {
  const madeId = useId();
  const id = ownId ?? madeId;
  return (
    <Field id={id} {...fieldLook({ label, hideLabel, hint, description, error, required, aside })}>
      <textarea
        {...rest}
        {...fieldAria(id, { error, description, required })}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(classes['input'], classes['area'], mono && classes['mono'], className)}
      />
    </Field>
  );
}

/** A secret: hidden until the user asks to see what they type. */
export function PasswordInput({
  label,
  hideLabel,
  hint,
  description,
  error,
  required = false,
  aside,
  value,
  onChange,
  className,
  id: ownId,
  ...rest
}: TextInputProps) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const [shown, setShown] = useState(false);
  return (
    <Field id={id} {...fieldLook({ label, hideLabel, hint, description, error, required, aside })}>
      <div className={classes['box']} data-invalid={error ? true : undefined}>
        <input
          {...rest}
          {...fieldAria(id, { error, description, required })}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cx(classes['bare'], className)}
        />
        <IconButton
          size="small"
          label={shown ? t('Hide what I type') : t('Show what I type')}
          icon={shown ? <IconEyeOff size={16} stroke={1.5} /> : <IconEye size={16} stroke={1.5} />}
          onClick={() => setShown(!shown)}
        />
      </div>
    </Field>
  );
}

type SearchInputProps = NativeInput & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly end?: ReactNode;
};

/** A search box. Escape empties it first and only then reaches what is around it. */
export function SearchInput({
  label,
  value,
  onChange,
  end,
  className,
  placeholder = label,
  onKeyDown,
  ...rest
}: SearchInputProps) {
  return (
    <search className={cx(classes['box'], className)}>
      <span className={classes['icon']} aria-hidden>
        <IconSearch size={16} stroke={1.5} />
      </span>
      <input
        {...rest}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          }
          onKeyDown?.(event);
        }}
        className={classes['bare']}
      />
      {value !== '' && (
        <IconButton
          size="small"
          label={t('Clear search')}
          icon={<IconX size={14} stroke={1.5} />}
          onClick={() => onChange('')}
        />
      )}
      {end}
    </search>
  );
}

/** With exact optional types an absent property and `undefined` differ; the field takes only what was given. */
export function fieldLook(
  look: { readonly [K in keyof FieldLook]?: FieldLook[K] | undefined } & Pick<FieldLook, 'label'>,
): FieldLook {
  const given = Object.entries(look).filter(([, value]) => value !== undefined);
  return { label: look.label, ...Object.fromEntries(given) };
}
