import { Combobox, type ComboboxStore } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { cx } from '../common/cx.ts';
import { fieldAria, type FieldLook } from './Field.tsx';
import { OptionList } from './OptionList.tsx';
import type { Option } from './options.ts';
import classes from './Select.module.css';

type ChoicesProps = {
  readonly options: readonly Option[];
  readonly loading: boolean;
  readonly emptyText: string;
  /** Values with a tick. */
  readonly chosen: readonly string[];
  /** What is typed, where it may be taken as it is. */
  readonly freeText: string | null;
  /** It stands before the choices, so that Enter takes it. */
  readonly freeFirst?: boolean;
  readonly className?: string | false | undefined;
};

/** The list of a select: the choices that fit what is typed, and the text itself. */
export function Choices({ options, loading, emptyText, chosen, freeText, freeFirst = false, className }: ChoicesProps) {
  const free = freeText !== null && (
    <Combobox.Option value={freeText}>{t('Use "%(text)s"', { text: freeText })}</Combobox.Option>
  );
  return (
    <Combobox.Options aria-label={t('Choices')} className={cx(classes['options'], className)}>
      {freeFirst && free}
      <OptionList
        options={options}
        loading={loading}
        emptyText={freeText === null ? emptyText : null}
        renderEnd={(option) =>
          chosen.includes(option.value) && <IconCheck size={16} stroke={1.5} className={classes['tick']} aria-hidden />
        }
        activeValues={chosen}
      />
      {!freeFirst && free}
    </Combobox.Options>
  );
}

/**
 * How the list of choices hangs at its field. Its first place is measured before it is shown, without a size: a list in
 * the page would widen the layout viewport of a phone there, and one that stays where it opened would not open upwards.
 */
export const comboboxFrame = {
  withinPortal: true,
  shadow: 'none',
  offset: 4,
  floatingStrategy: 'fixed',
  preventPositionChangeWhenVisible: false,
} as const;

/** What every input of a select has in common. */
export function comboboxInput(id: string, look: FieldLook, combobox: ComboboxStore) {
  return {
    ...fieldAria(id, look),
    role: 'combobox',
    'aria-expanded': combobox.dropdownOpened,
    'aria-autocomplete': 'list',
    'aria-controls': combobox.listId ?? undefined,
    autoComplete: 'off',
    spellCheck: false,
    onClick: () => combobox.openDropdown(),
    onBlur: () => combobox.closeDropdown(),
    className: classes['input'],
  } as const;
}
