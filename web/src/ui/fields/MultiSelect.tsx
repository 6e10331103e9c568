import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useId, useState } from 'react';
import { Pill } from '../feedback/Badge.tsx';
import { cx } from '../common/cx.ts';
import { Field, fieldAria, type FieldLook } from './Field.tsx';
import { OptionList } from './OptionList.tsx';
import { matchOptions, splitPasted, type Option } from './options.ts';
import classes from './Select.module.css';
import { useFirstOption } from './use-first-option.ts';

export type MultiSelectProps = FieldLook & {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly options: readonly Option[];
  readonly placeholder?: string;
  /** Takes text that is not among the choices; a pasted list becomes many values at once. */
  readonly freeEntry?: boolean;
  readonly disabled?: boolean;
  readonly loading?: boolean;
  readonly emptyText?: string;
  /**
   * The choices stand under the field all the time: in a small panel a list that opens would cover what comes after it.
   */
  readonly inline?: boolean;
  readonly onSearch?: (search: string) => void;
  readonly id?: string;
};

/** Several choices as pills; Backspace in the empty field takes the last one away. */
export function MultiSelect({
  values,
  onChange,
  options,
  placeholder,
  freeEntry = false,
  disabled = false,
  loading = false,
  emptyText = t('Nothing found'),
  inline = false,
  onSearch,
  id: ownId,
  ...look
}: MultiSelectProps) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    ...(inline ? { opened: true } : {}),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const chosen = new Set(values);
  const typed = search.trim();
  // Until the server's choices for this text are here, those of the text before are matched as they stand.
  const shown = onSearch === undefined || loading ? matchOptions(options, typed) : options;
  const offersFree =
    freeEntry &&
    typed !== '' &&
    !chosen.has(typed) &&
    !options.some((option) => option.value === typed || option.label === typed);
  useFirstOption(combobox, typed, onSearch !== undefined && loading);
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;

  const type = (text: string) => {
    setSearch(text);
    onSearch?.(text);
  };
  const toggle = (value: string) => {
    onChange(chosen.has(value) ? values.filter((one) => one !== value) : [...values, value]);
    type('');
  };

  const choices = (
    <Combobox.Options aria-label={t('Choices')} className={cx(classes['options'], inline && classes['inlineOptions'])}>
      <OptionList
        options={shown}
        loading={loading}
        emptyText={offersFree ? null : emptyText}
        renderEnd={(option) =>
          chosen.has(option.value) && <IconCheck size={16} stroke={1.5} className={classes['tick']} aria-hidden />
        }
        activeValues={values}
      />
      {offersFree && <Combobox.Option value={typed}>{t('Use "%(text)s"', { text: typed })}</Combobox.Option>}
    </Combobox.Options>
  );

  return (
    <Field id={id} {...look}>
      <Combobox store={combobox} onOptionSubmit={toggle} withinPortal shadow="none" offset={4} disabled={disabled}>
        <Combobox.DropdownTarget>
          <div
            className={classes['trigger']}
            data-invalid={look.error ? true : undefined}
            data-disabled={disabled || undefined}
          >
            <div className={classes['pills']}>
              {values.map((value) => (
                <Pill
                  key={value}
                  onRemove={() => toggle(value)}
                  removeLabel={t('Remove %(name)s', { name: labelOf(value) })}
                  {...(disabled ? { removable: false } : {})}
                >
                  {labelOf(value)}
                </Pill>
              ))}
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
                  placeholder={values.length === 0 ? (placeholder ?? t('Choose…')) : ''}
                  value={search}
                  onClick={() => combobox.openDropdown()}
                  onFocus={() => combobox.openDropdown()}
                  onBlur={() => combobox.closeDropdown()}
                  onChange={(event) => {
                    type(event.target.value);
                    combobox.openDropdown();
                  }}
                  onPaste={(event) => {
                    const pasted = splitPasted(event.clipboardData.getData('text'));
                    const known = new Map(
                      options.flatMap((option) => [
                        [option.label, option.value],
                        [option.value, option.value],
                      ]),
                    );
                    const taken = pasted.flatMap((text) => known.get(text) ?? (freeEntry ? text : []));
                    if (pasted.length < 2 || taken.length === 0) return;
                    event.preventDefault();
                    onChange([...new Set([...values, ...taken])]);
                  }}
                  onKeyDown={(event) => {
                    if (event.key === 'Backspace' && search === '' && values.length > 0) onChange(values.slice(0, -1));
                  }}
                  className={classes['input']}
                />
              </Combobox.EventsTarget>
            </div>
            <span className={classes['chevron']} aria-hidden>
              <IconChevronDown size={16} stroke={1.5} />
            </span>
          </div>
        </Combobox.DropdownTarget>
        {inline ? <div className={classes['inline']}>{choices}</div> : <Combobox.Dropdown>{choices}</Combobox.Dropdown>}
      </Combobox>
    </Field>
  );
}
