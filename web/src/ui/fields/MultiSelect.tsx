import { Combobox, useCombobox } from '@mantine/core';
import { t } from '@tessera/core/messages';
import { useId, useState, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Pill } from '../feedback/Badge.tsx';
import { Choices, comboboxFrame, comboboxInput } from './Choices.tsx';
import { SelectTrigger } from './SelectTrigger.tsx';
import { Field, type FieldLook } from './Field.tsx';
import { freeText, matchOptions, splitPasted, typedChoice, type Option } from './options.ts';
import classes from './Select.module.css';
import { useFirstOption } from './use-first-option.ts';

export type MultiSelectProps = FieldLook & {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly options: readonly Option[];
  readonly placeholder?: string;
  /** Takes text that is not among the choices; a pasted list becomes many values at once. */
  readonly freeEntry?: boolean;
  /** The choices are suggestions: a text that is left in the field is taken. */
  readonly takesTyped?: boolean;
  readonly disabled?: boolean;
  readonly loading?: boolean;
  readonly emptyText?: string;
  /**
   * The choices stand under the field all the time: in a small panel a list that opens would cover what comes after it.
   */
  readonly inline?: boolean;
  readonly onSearch?: (search: string) => void;
  /** Whether a pasted text is one value, and no list of them, in spite of its separators. */
  readonly isOne?: (text: string) => boolean;
  readonly id?: string;
};

/** Several choices as pills; Backspace in the empty field takes the last one away. */
export function MultiSelect({
  values,
  onChange,
  options,
  placeholder,
  freeEntry = false,
  takesTyped = false,
  disabled = false,
  loading = false,
  emptyText = t('Nothing found'),
  inline = false,
  onSearch,
  isOne,
  id: ownId,
  ...look
}: MultiSelectProps) {
  const id = useIdOr(ownId);
  const state = useMultiSelect({ values, onChange, options, freeEntry, takesTyped, loading, inline, onSearch, isOne });
  const { combobox, toggle } = state;
  const choices = (
    <Choices
      options={state.shown}
      loading={loading}
      emptyText={emptyText}
      chosen={values}
      freeText={state.free}
      className={inline && classes['inlineOptions']}
    />
  );

  return (
    <Field id={id} {...look}>
      <Combobox
        store={combobox}
        onOptionSubmit={toggle}
        disabled={disabled}
        keepMounted={inline || state.isNear}
        {...comboboxFrame}
      >
        <Combobox.DropdownTarget>
          <SelectTrigger look={look} disabled={disabled}>
            <div className={classes['pills']}>
              <Pills values={values} options={options} disabled={disabled} onRemove={toggle} />
              <Combobox.EventsTarget withExpandedAttribute>
                <input
                  {...comboboxInput(id, look, combobox)}
                  disabled={disabled}
                  placeholder={values.length === 0 ? (placeholder ?? t('Choose…')) : ''}
                  value={state.search}
                  {...state.inputEvents}
                />
              </Combobox.EventsTarget>
            </div>
          </SelectTrigger>
        </Combobox.DropdownTarget>
        {inline ? <div className={classes['inline']}>{choices}</div> : <Combobox.Dropdown>{choices}</Combobox.Dropdown>}
      </Combobox>
    </Field>
  );
}

function useIdOr(own: string | undefined): string {
  const made = useId();
  return own ?? made;
}

type MultiSelectState = Pick<MultiSelectProps, 'values' | 'onChange' | 'options'> & {
  readonly freeEntry: boolean;
  readonly takesTyped: boolean;
  readonly loading: boolean;
  readonly inline: boolean;
  readonly onSearch: MultiSelectProps['onSearch'];
  readonly isOne: MultiSelectProps['isOne'];
};

/** What is typed, and the choices that fit it. */
function useMultiSelect(state: MultiSelectState) {
  const { values, onChange, options, freeEntry, takesTyped, loading, inline, onSearch, isOne } = state;
  const [search, setSearch] = useState('');
  // Its list is there from the first focus.
  const [isNear, setNear] = useState(false);
  const combobox = useCombobox({
    ...(inline ? { opened: true } : {}),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const typed = search.trim();
  useFirstOption(combobox, typed, onSearch !== undefined && loading);
  const type = (text: string) => {
    setSearch(text);
    onSearch?.(text);
  };
  const add = (more: readonly string[]) => more.length > 0 && onChange([...new Set([...values, ...more])]);
  /** Without an option that is marked: the mark comes a moment after the text, or there is none. */
  const takeTyped = () => {
    const value = freeEntry ? typedChoice(typed, options) : null;
    if (value === null) return;
    add([value]);
    type('');
  };
  return {
    combobox,
    search,
    isNear,
    // Until the server's choices for this text are here, those of the text before are matched as they stand.
    shown: onSearch === undefined || loading ? matchOptions(options, typed) : options,
    free: freeEntry && !values.includes(typed) ? freeText(typed, options) : null,
    inputEvents: {
      onFocus: () => {
        setNear(true);
        combobox.openDropdown();
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        type(event.target.value);
        combobox.openDropdown();
      },
      onPaste: (event: ClipboardEvent) => add(takePasted(event, options, freeEntry, isOne)),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Backspace' && search === '' && values.length > 0) onChange(values.slice(0, -1));
        if (event.key !== 'Enter' || typed === '' || combobox.getSelectedOptionIndex() >= 0) return;
        event.preventDefault();
        takeTyped();
      },
      onBlur: () => {
        if (takesTyped) takeTyped();
        combobox.closeDropdown();
        // What was looked for is no choice, and left in the field it looks like one. A list that stays open is read on.
        if (search !== '' && !inline) type('');
      },
    },
    toggle: (value: string) => {
      onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
      type('');
    },
  };
}

type PillsProps = Pick<MultiSelectProps, 'values' | 'options'> & {
  readonly disabled: boolean;
  readonly onRemove: (value: string) => void;
};

function Pills({ values, options, disabled, onRemove }: PillsProps) {
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  return values.map((value) => (
    <Pill
      key={value}
      onRemove={() => onRemove(value)}
      removeLabel={t('Remove %(name)s', { name: labelOf(value) })}
      {...(disabled ? { removable: false } : {})}
    >
      {labelOf(value)}
    </Pill>
  ));
}

/** The values of a pasted list, which then does not stand in the field; none where it is no list. */
function takePasted(
  event: ClipboardEvent,
  options: readonly Option[],
  freeEntry: boolean,
  isOne: MultiSelectProps['isOne'],
): readonly string[] {
  const text = event.clipboardData.getData('text');
  const taken = isOne?.(text) ? null : pastedValues(text, options, freeEntry);
  if (taken !== null) event.preventDefault();
  return taken ?? [];
}

/** The choices that a pasted list names; `null` where it is no list, or names none. */
function pastedValues(text: string, options: readonly Option[], freeEntry: boolean): readonly string[] | null {
  const pasted = splitPasted(text);
  const known = new Map(
    options.flatMap((option) => [
      [option.label, option.value],
      [option.value, option.value],
    ]),
  );
  const taken = pasted.flatMap((one) => known.get(one) ?? (freeEntry ? one : []));
  return pasted.length < 2 || taken.length === 0 ? null : taken;
}
