import { t } from '@tessera/core/messages';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { fieldAria, Field } from './Field.tsx';
import type { Select, SelectProps } from './Select.tsx';
import { SelectTrigger } from './SelectTrigger.tsx';
import classes from './Select.module.css';

let known: typeof Select | null = null;

async function loadSelect(): Promise<typeof Select> {
  known ??= (await import('./Select.tsx')).Select;
  return known;
}

/** Fetch the lists of such fields ahead. */
export function preloadSelects(): void {
  // What fails is asked for again when a field is reached.
  void loadSelect().catch(() => undefined);
}

/** A select on a page that has many other things to load: its list comes when the field is reached. */
export function LazySelect(props: SelectProps) {
  const madeId = useId();
  const id = props.id ?? madeId;
  const [Part, setPart] = useState<typeof Select | null>(null);
  const reached = useRef<{ hasFocus: boolean; isPressed: boolean }>({ hasFocus: false, isPressed: false });
  const reach = () => {
    loadSelect().then(
      (Loaded) => {
        reached.current.hasFocus = document.activeElement?.id === id;
        setPart(() => Loaded);
      },
      () => undefined,
    );
  };
  useLayoutEffect(() => {
    const { hasFocus, isPressed } = reached.current;
    if (Part === null || !hasFocus) return;
    // The field is another element now, and goes on as the first one would have.
    const field = document.getElementById(id);
    field?.focus();
    if (isPressed) field?.click();
  }, [Part, id]);
  if (Part !== null) return <Part {...props} id={id} />;
  const { value, options, placeholder, showsIcon = false, disabled = false } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Field {...props} id={id}>
      <SelectTrigger look={props} disabled={disabled} onPointerEnter={preloadSelects}>
        {showsIcon && chosen?.icon && <span className={classes['chosenIcon']}>{chosen.icon}</span>}
        <input
          {...fieldAria(id, props)}
          role="combobox"
          aria-expanded={false}
          aria-autocomplete="list"
          aria-controls={undefined}
          autoComplete="off"
          readOnly
          disabled={disabled}
          placeholder={placeholder ?? t('Choose…')}
          value={chosen?.label ?? value ?? ''}
          className={classes['input']}
          onFocus={reach}
          onClick={() => {
            reached.current.isPressed = true;
            reach();
          }}
        />
      </SelectTrigger>
    </Field>
  );
}
