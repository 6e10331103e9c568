import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import classes from './Checkbox.module.css';

type ToggleProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'checked' | 'onChange' | 'size'> & {
  readonly label: ReactNode;
  /** Screen readers only: a checkbox at the head of a row. */
  readonly hideLabel?: boolean;
  readonly description?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

export function Checkbox({ indeterminate = false, ...props }: ToggleProps & { readonly indeterminate?: boolean }) {
  return <Toggle {...props} kind="check" indeterminate={indeterminate} />;
}

/** For what acts at once; a checkbox is for what a form sends. */
export function Switch(props: ToggleProps) {
  return <Toggle {...props} kind="switch" indeterminate={false} />;
}

function Toggle({
  label,
  hideLabel = false,
  description,
  checked,
  onChange,
  kind,
  indeterminate,
  disabled,
  id: ownId,
  ref: _ref,
  ...rest
}: ToggleProps & { readonly kind: 'check' | 'switch'; readonly indeterminate: boolean }) {
  const madeId = useId();
  const id = ownId ?? madeId;
  return (
    <label className={classes['row']} htmlFor={id} data-disabled={disabled || undefined}>
      <input
        {...rest}
        id={id}
        ref={(element) => {
          if (element !== null) element.indeterminate = indeterminate;
        }}
        type="checkbox"
        role={kind === 'switch' ? 'switch' : undefined}
        disabled={disabled}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        className={classes[kind]}
      />
      <span className={hideLabel ? 'ts-visually-hidden' : classes['text']}>
        {label}
        {description !== undefined && (
          <span id={`${id}-description`} className={classes['description']}>
            {description}
          </span>
        )}
      </span>
    </label>
  );
}
