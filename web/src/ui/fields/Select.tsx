import { Combobox, useCombobox } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useId, useState, type FocusEvent } from 'react';
import { Choices, comboboxFrame, comboboxInput } from './Choices.tsx';
import { SelectTrigger } from './SelectTrigger.tsx';
import { Field, type FieldLook } from './Field.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { freeText, matchOptions, type Option, typedChoice } from './options.ts';
import classes from './Select.module.css';
import { useFirstOption } from './use-first-option.ts';

export type SelectProps = FieldLook & {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly options: readonly Option[];
  readonly placeholder?: string;
  readonly clearable?: boolean;
  /** The icon of the choice also stands in the closed field, where it tells more than the name does. */
  readonly showsIcon?: boolean;
  /** Takes text that is not among the choices. */
  readonly freeEntry?: boolean;
  /** Enter takes what is typed, also where choices begin with it: 5 is not short for 50. */
  readonly typedFirst?: boolean;
  readonly disabled?: boolean;
  readonly loading?: boolean;
  /** Text when nothing matches. */
  readonly emptyText?: string;
  /** Where the choices open; above where what comes after the field must stay in reach. */
  readonly opens?: 'below' | 'above';
  /**
   * Called while typing, for choices that come from the server; once they are no longer `loading` they are taken as
   * they come.
   */
  readonly onSearch?: (search: string) => void;
  readonly id?: string;
};

/**
 * One choice of many: type to search, arrows and Enter to take, Escape to leave as it was. Where any text may be taken,
 * what is typed stays when the field is left.
 */
export function Select({
  value,
  onChange,
  options,
  placeholder,
  clearable = false,
  freeEntry = false,
  typedFirst = false,
  showsIcon = false,
  disabled = false,
  loading = false,
  emptyText = t('Nothing found'),
  opens = 'below',
  onSearch,
  id: ownId,
  ...look
}: SelectProps) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const state = useSelect({ value, onChange, options, freeEntry, typedFirst, loading, onSearch });
  const { combobox, take } = state;
  return (
    <Field id={id} {...look}>
      <Combobox
        store={combobox}
        onOptionSubmit={take}
        position={opens === 'above' ? 'top' : 'bottom'}
        disabled={disabled}
        keepMounted={state.isNear}
        {...comboboxFrame}
      >
        <Combobox.DropdownTarget>
          <SelectTrigger look={look} disabled={disabled}>
            {showsIcon && state.icon}
            <Combobox.EventsTarget withExpandedAttribute>
              <input
                {...comboboxInput(id, look, combobox)}
                disabled={disabled}
                placeholder={state.chosenText ?? placeholder ?? t('Choose…')}
                value={state.text}
                onFocus={state.focus}
                onBlur={state.leave}
                onChange={(event) => state.type(event.target.value)}
              />
            </Combobox.EventsTarget>
            {clearable && value !== null && !disabled && <ClearButton onClear={() => take(null)} />}
          </SelectTrigger>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown>
          <Choices {...state.listed} loading={loading} emptyText={emptyText} chosen={value === null ? [] : [value]} />
        </Combobox.Dropdown>
      </Combobox>
    </Field>
  );
}

type SelectState = Pick<SelectProps, 'value' | 'onChange' | 'options'> & {
  readonly freeEntry: boolean;
  readonly typedFirst: boolean;
  readonly loading: boolean;
  readonly onSearch: SelectProps['onSearch'];
};

/** What is typed while the list is open, and the choices that fit it. */
function useSelect({ value, onChange, options, freeEntry, typedFirst, loading, onSearch }: SelectState) {
  const [search, setSearch] = useState<string | null>(null);
  // A panel of settings has many fields, and few are opened: their lists are there from the first focus.
  const [isNear, setNear] = useState(false);
  const close = () => {
    setSearch(null);
    combobox.resetSelectedOption();
  };
  const combobox = useCombobox({ onDropdownClose: close });
  const chosen = options.find((option) => option.value === value);
  const chosenText = chosen?.label ?? value;
  const typed = search?.trim() ?? '';
  const isWaiting = onSearch !== undefined && loading;
  useFirstOption(combobox, typed, isWaiting);
  return {
    combobox,
    isNear,
    focus: ({ target }: FocusEvent<HTMLInputElement>) => {
      setNear(true);
      target.select();
    },
    chosenText,
    icon: chosen?.icon && <span className={classes['chosenIcon']}>{chosen.icon}</span>,
    text: search ?? chosenText ?? '',
    listed: {
      // Until the server's choices for this text are here, those of the text before are matched as they stand.
      options: onSearch === undefined || loading ? matchOptions(options, typed) : options,
      // What is typed may be the name of a choice that is still on its way.
      freeText: freeEntry && !isWaiting ? freeText(typed, options) : null,
      freeFirst: typedFirst,
    },
    type: (text: string) => {
      setSearch(text);
      onSearch?.(text);
      combobox.openDropdown();
      combobox.updateSelectedOptionIndex();
    },
    take: (next: string | null) => {
      onChange(next);
      combobox.closeDropdown();
    },
    leave: () => {
      const left = freeEntry && search !== null ? typedChoice(typed, options) : null;
      if (left !== null && left !== value) onChange(left);
      combobox.closeDropdown();
    },
  };
}

function ClearButton({ onClear }: { readonly onClear: () => void }) {
  return (
    <IconButton size="small" label={t('Clear the choice')} icon={<IconX size={14} stroke={1.5} />} onClick={onClear} />
  );
}
