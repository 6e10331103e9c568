import { IconCheck } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { SearchInput } from '../ui/fields/TextInput.tsx';
import { cx } from '../ui/common/cx.ts';
import classes from './Controls.module.css';
import { takeNames } from './pasted-names.ts';

export type FieldOption = {
  readonly value: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly note?: string | null;
  readonly chosen: boolean;
};

type FieldListProps = {
  readonly label: string;
  readonly options: readonly FieldOption[];
  readonly typed: string;
  readonly emptyText: string;
  readonly onPick: (value: string) => void;
  /** Takes a pasted list of names; answers those that it does not know. */
  readonly onPaste?: ((names: readonly string[]) => readonly string[]) | undefined;
};

/** Search over fields: type, arrows, Enter. The search box keeps the focus, the list follows it. */
export function FieldList({ label, options, typed, emptyText, onPick, onPaste }: FieldListProps) {
  const [search, setSearch] = useState(typed);
  const [active, setActive] = useState(0);
  const shown = matchFields(options, search);
  const at = Math.min(active, shown.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && shown.length > 0) {
      event.preventDefault();
      setActive((at + by + shown.length) % shown.length);
    }
    if (event.key === 'Enter' && shown[at]) {
      event.preventDefault();
      onPick(shown[at].value);
    }
  };

  return (
    <div className={classes['fieldList']}>
      <SearchInput
        label={label}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          // One name is searched for, several are a list.
          if (onPaste && /[\n\t,;]/.test(text.trim()) && takeNames(text, onPaste)) event.preventDefault();
        }}
        data-autofocus
        aria-controls="field-options"
        aria-activedescendant={shown[at] ? `field-option-${at}` : undefined}
      />
      <div id="field-options" role="listbox" aria-label={label} className={classes['options']}>
        {shown.map((option, index) => (
          <OptionRow
            key={option.value}
            id={`field-option-${index}`}
            option={option}
            isActive={index === at}
            onPick={() => onPick(option.value)}
            onReach={() => setActive(index)}
          />
        ))}
        {shown.length === 0 && (
          <p className={classes['nothing']}>{options.length === 0 ? emptyText : t('Nothing matches "%s".', search)}</p>
        )}
      </div>
    </div>
  );
}

type OptionRowProps = {
  readonly id: string;
  readonly option: FieldOption;
  readonly isActive: boolean;
  readonly onPick: () => void;
  /** The pointer came over it. */
  readonly onReach: () => void;
};

/** The search box keeps the focus and acts on keys; a screen reader may go to the option itself. */
function OptionRow({ id, option, isActive, onPick, onReach }: OptionRowProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={option.chosen}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      className={cx(classes['option'], isActive && classes['activeOption'])}
      onClick={onPick}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onPick();
      }}
      onPointerMove={onReach}
    >
      {option.icon}
      <span className={classes['optionText']}>{option.label}</span>
      {option.note != null && <span className={classes['optionNote']}>{option.note}</span>}
      {option.chosen && <IconCheck size={16} stroke={1.5} aria-hidden />}
    </div>
  );
}

/** Every word of the search somewhere in label or note; those that begin with it first. */
export function matchFields<T extends { readonly label: string; readonly note?: string | null }>(
  options: readonly T[],
  search: string,
): readonly T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = options.filter((option) =>
    words.every((word) => `${option.label} ${option.note ?? ''}`.toLowerCase().includes(word)),
  );
  const first = words[0];
  return first === undefined
    ? hits
    : hits.toSorted(
        (a, b) => Number(b.label.toLowerCase().startsWith(first)) - Number(a.label.toLowerCase().startsWith(first)),
      );
}
