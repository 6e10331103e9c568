import { t } from '@tessera/core/messages';
import { useId, useState, type ComponentPropsWithRef } from 'react';
import { cx } from '../common/cx.ts';
import { Field, fieldAria, type FieldLook } from './Field.tsx';
import classes from './Field.module.css';
import { givenNumber, readNumber, stepNumber } from './number-text.ts';
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
    /** Text that is no such number is given on as `NaN`, where nobody may go on with the number before it. */
    readonly givesInvalid?: boolean;
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
  givesInvalid = false,
  className,
  id: ownId,
  onBlur,
  ...rest
}: NumberInputProps) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const { text, setText, read, change } = useNumberText({ value, onChange, integer, givesInvalid });
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

type NumberTextProps = Pick<NumberInputProps, 'value' | 'onChange'> & {
  readonly integer: boolean;
  readonly givesInvalid: boolean;
};

/** The text in the field beside the number that it says; what is typed stays as it was typed. */
function useNumberText({ value, onChange, integer, givesInvalid }: NumberTextProps) {
  const [text, setText] = useState(textOf(value));
  const [shownValue, setShownValue] = useState(value);
  // A value that came from outside (undo, another control) replaces the text; what the user is typing stays.
  if (!Object.is(shownValue, value)) {
    setShownValue(value);
    if (!Object.is(givenNumber(text, integer), value)) setText(textOf(value));
  }
  const read = readNumber(text);
  const change = (next: string) => {
    setText(next);
    const given = givenNumber(next, integer);
    if (givesInvalid || !Number.isNaN(given)) onChange(given);
  };
  return { text, setText, read, change };
}

function textOf(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : String(value);
}

function complaintOf(read: number | null | 'invalid', integer: boolean): string | null {
  if (read === 'invalid') return integer ? t('is expected to be an integer') : t('is expected to be a number');
  if (integer && read !== null && !Number.isInteger(read)) return t('is expected to be an integer');
  return null;
}
