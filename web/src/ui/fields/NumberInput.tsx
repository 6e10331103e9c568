import { t } from '@tessera/core/messages';
import { useId, useState, type ComponentPropsWithRef } from 'react';
import { cx } from '../common/cx.ts';
import { Field, fieldAria, type FieldLook } from './Field.tsx';
import classes from './Field.module.css';
import { readNumber, stepNumber } from './number-text.ts';
import { fieldLook } from './TextInput.tsx';

type NumberInputProps = Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'onChange' | 'required' | 'size' | 'min' | 'max' | 'step'
> &
  FieldLook & {
    /** `null` is an empty field. */
    readonly value: number | null;
    readonly onChange: (value: number | null) => void;
    readonly min?: number;
    readonly max?: number;
    readonly step?: number;
    readonly integer?: boolean;
  };

/** A number as text: arrows step, Shift steps by ten; text that is no number stays visible with its error. */
export function NumberInput({
  label,
  hideLabel,
  hint,
  description,
  error,
  required = false,
  aside,
  value,
  onChange,
  min,
  max,
  step = 1,
  integer = false,
  className,
  id: ownId,
  onBlur,
  ...rest
}: NumberInputProps) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const { text, setText, read, change } = useNumberText({ value, onChange, integer });
  const complaint = error ?? complaintOf(read, integer);
  const rule = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };

  return (
    <Field id={id} {...fieldLook({ label, hideLabel, hint, description, error: complaint, required, aside })}>
      <input
        {...rest}
        {...fieldAria(id, { error: complaint, description, required })}
        inputMode={integer ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={(event) => {
          if (read !== 'invalid' && read !== null) setText(String(read));
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          const by = step * (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1);
          change(String(stepNumber(read === 'invalid' ? null : read, by, rule)));
        }}
        className={cx(classes['input'], classes['number'], className)}
      />
    </Field>
  );
}

type NumberTextProps = Pick<NumberInputProps, 'value' | 'onChange'> & { readonly integer: boolean };

/** The text in the field beside the number that it says; what is typed stays as it was typed. */
function useNumberText({ value, onChange, integer }: NumberTextProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  const [shownValue, setShownValue] = useState(value);
  // A value that came from outside (undo, another control) replaces the text; what the user is typing stays.
  if (shownValue !== value) {
    setShownValue(value);
    if (readNumber(text) !== value) setText(value === null ? '' : String(value));
  }
  const read = readNumber(text);
  const change = (next: string) => {
    setText(next);
    const parsed = readNumber(next);
    if (parsed !== 'invalid' && (parsed === null || !integer || Number.isInteger(parsed))) onChange(parsed);
  };
  return { text, setText, read, change };
}

function complaintOf(read: number | null | 'invalid', integer: boolean): string | null {
  if (read === 'invalid') return integer ? t('is expected to be an integer') : t('is expected to be a number');
  if (integer && read !== null && !Number.isInteger(read)) return t('is expected to be an integer');
  return null;
}
