import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useId, useState } from 'react';
import { Field, fieldAria, type FieldLook } from './Field.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { OptionList } from './OptionList.tsx';
import { matchOptions, type Option } from './options.ts';
import classes from './Select.module.css';
import { useFirstOption } from './use-first-option.ts';

export type SelectProps = FieldLook & {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly options: readonly Option[];
  readonly placeholder?: string;
  readonly clearable?: boolean;
  /** Takes text that is not among the choices. */
  readonly freeEntry?: boolean;
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

/** One choice of many: type to search, arrows and Enter to take, Escape to leave as it was. */
export function Select({
  value,
  onChange,
  options,
  placeholder,
  clearable = false,
  freeEntry = false,
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
  const [search, setSearch] = useState<string | null>(null);
  const close = () => {
    setSearch(null);
    combobox.resetSelectedOption();
  };
  const combobox = useCombobox({ onDropdownClose: close });
  const chosen = options.find((option) => option.value === value);
  const typed = search?.trim() ?? '';
  // Until the server's choices for this text are here, those of the text before are matched as they stand.
  const shown = onSearch === undefined || loading ? matchOptions(options, typed) : options;
  const isWaiting = onSearch !== undefined && loading;
  // What is typed may be the name of a choice that is still on its way.
  const offersFree =
    freeEntry &&
    typed !== '' &&
    !isWaiting &&
    !options.some((option) => option.label === typed || option.value === typed);

  useFirstOption(combobox, typed, isWaiting);

  const take = (next: string | null) => {
    onChange(next);
    combobox.closeDropdown();
  };

  return (
    <Field id={id} {...look}>
      <Combobox
        store={combobox}
        onOptionSubmit={take}
        position={opens === 'above' ? 'top' : 'bottom'}
        withinPortal
        shadow="none"
        offset={4}
        disabled={disabled}
      >
        <Combobox.DropdownTarget>
          <div
            className={classes['trigger']}
            data-invalid={look.error ? true : undefined}
            data-disabled={disabled || undefined}
          >
            <Combobox.EventsTarget withExpandedAttribute>
              <input
                {...fieldAria(id, look)}
                role="combobox"
                aria-expanded={combobox.dropdownOpened}
                aria-autocomplete="list"
                aria-controls={combobox.listId ?? undefined}
                autoComplete="off"
                spellCheck={false}
                disabled={disabled}
                placeholder={chosen?.label ?? value ?? placeholder ?? t('Choose…')}
                value={search ?? chosen?.label ?? value ?? ''}
                onFocus={(event) => event.target.select()}
                onClick={() => combobox.openDropdown()}
                onChange={(event) => {
                  setSearch(event.target.value);
                  onSearch?.(event.target.value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                }}
                onBlur={() => combobox.closeDropdown()}
                className={classes['input']}
              />
            </Combobox.EventsTarget>
            {clearable && value !== null && !disabled && (
              <IconButton
                size="small"
                label={t('Clear the choice')}
                icon={<IconX size={14} stroke={1.5} />}
                onClick={() => take(null)}
              />
            )}
            <span className={classes['chevron']} aria-hidden>
              <IconChevronDown size={16} stroke={1.5} />
            </span>
          </div>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t('Choices')} className={classes['options']}>
            <OptionList
              options={shown}
              loading={loading}
              emptyText={offersFree ? null : emptyText}
              renderEnd={(option) =>
                option.value === value && <IconCheck size={16} stroke={1.5} className={classes['tick']} aria-hidden />
              }
              activeValues={value === null ? [] : [value]}
            />
            {offersFree && <Combobox.Option value={typed}>{t('Use "%(text)s"', { text: typed })}</Combobox.Option>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Field>
  );
}
