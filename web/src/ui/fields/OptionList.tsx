import { Combobox } from '@mantine/core';
import { t, tn } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import type { Option } from './options.ts';
import classes from './Select.module.css';

/** More than this many lines are not drawn: nobody scrolls through them, and typing narrows them. */
const shownAtMost = 200;

type OptionListProps = {
  readonly options: readonly Option[];
  readonly loading: boolean;
  /** `null`: say nothing, something else follows. */
  readonly emptyText: string | null;
  readonly activeValues: readonly string[];
  readonly renderEnd?: (option: Option) => ReactNode;
};

/** The lines of a dropdown, in groups where the choices have them. */
export function OptionList({ options, loading, emptyText, activeValues, renderEnd }: OptionListProps) {
  if (options.length === 0 && loading) return <Combobox.Empty>{t('Loading…')}</Combobox.Empty>;
  if (options.length === 0) return emptyText === null ? null : <Combobox.Empty>{emptyText}</Combobox.Empty>;

  const shown = options.slice(0, shownAtMost);
  const groups = inGroups(shown);
  const active = new Set(activeValues);
  return (
    <>
      {[...groups].map(([group, members]) => {
        const lines = members.map((option) => (
          <Combobox.Option
            key={option.value}
            value={option.value}
            disabled={option.disabled ?? false}
            active={active.has(option.value)}
            className={classes['option'] ?? ''}
          >
            {option.icon}
            <span className={classes['optionText']}>{option.label}</span>
            {option.note !== undefined && <span className={classes['optionNote']}>{option.note}</span>}
            {renderEnd?.(option)}
          </Combobox.Option>
        ));
        return group === '' ? (
          lines
        ) : (
          <Combobox.Group key={group} label={group}>
            {lines}
          </Combobox.Group>
        );
      })}
      {options.length > shown.length && (
        <Combobox.Empty>
          {tn('1 more; type to narrow them', '%(count)s more; type to narrow them', options.length - shown.length)}
        </Combobox.Empty>
      )}
    </>
  );
}

function inGroups(options: readonly Option[]): ReadonlyMap<string, readonly Option[]> {
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const name = option.group ?? '';
    const members = groups.get(name);
    if (members) members.push(option);
    else groups.set(name, [option]);
  }
  return groups;
}
