import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState, type ReactNode } from 'react';
import { relatedTo } from '../../api/list.ts';
import type { ListFilterSpec } from './list-page-types.ts';
import classes from './ListPage.module.css';
import { matchOptions, type Option } from '../fields/options.ts';
import optionClasses from './ListFilterPill.module.css';
import { ListTimeForm } from './ListTimeForm.tsx';
import { spanLabel } from './list-time.ts';
import { Popover } from '../overlays/Popover.tsx';
import { SearchInput } from '../fields/TextInput.tsx';

type ListFilterPillProps = {
  readonly filter: ListFilterSpec;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

/** Dashed while it does nothing; filled, with what was chosen, while it filters. */
export function ListFilterPill({ filter, value, onChange }: ListFilterPillProps) {
  const source = filter.options;
  if ('times' in source) return <TimePill filter={filter} times={source.times} value={value} onChange={onChange} />;
  if ('column' in source) return <RelatedPill filter={filter} source={source} value={value} onChange={onChange} />;
  return <FixedPill filter={filter} options={source} value={value} onChange={onChange} />;
}

function FixedPill({ options, ...props }: ListFilterPillProps & { readonly options: readonly Option[] }) {
  const [search, setSearch] = useState('');
  return (
    <PillBody
      {...props}
      options={matchOptions(options, search)}
      loading={false}
      all={options}
      search={search}
      onSearch={setSearch}
      searchable={options.length > 8}
    />
  );
}

function RelatedPill({
  source,
  ...props
}: ListFilterPillProps & { readonly source: { readonly resource: string; readonly column: string } }) {
  const [search, setSearch] = useState('');
  const related = useQuery(
    relatedTo(source.resource, source.column, search, props.value === null ? [] : [Number(props.value)]),
  );
  const options = (related.data?.result ?? []).map(({ value, text }) => ({ value: String(value), label: text }));
  return (
    <PillBody
      {...props}
      options={related.isPlaceholderData ? matchOptions(options, search) : options}
      loading={related.isPending}
      all={options}
      search={search}
      onSearch={setSearch}
      searchable
    />
  );
}

function TimePill({ times, ...props }: ListFilterPillProps & { readonly times: readonly Option[] }) {
  return (
    <PillBody
      {...props}
      options={times}
      loading={false}
      all={times}
      search=""
      onSearch={() => undefined}
      searchable={false}
      unlisted={spanLabel}
    >
      {(take) => <ListTimeForm value={props.value} onApply={(value) => take({ value, label: spanLabel(value) })} />}
    </PillBody>
  );
}

type PillBodyProps = ListFilterPillProps & {
  readonly options: readonly Option[];
  readonly loading: boolean;
  readonly all: readonly Option[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly searchable: boolean;
  /** What a value is called that is none of the choices. */
  readonly unlisted?: (value: string) => string;
  /** Below the choices. */
  readonly children?: (take: (option: Option) => void) => ReactNode;
};

function PillBody(props: PillBodyProps) {
  const { filter, value, onChange, all, search, onSearch, searchable, unlisted = String, children } = props;
  const [opened, setOpened] = useState(false);
  const [chosenLabel, setChosenLabel] = useState<string | null>(null);
  const label =
    all.find((option) => option.value === value)?.label ?? chosenLabel ?? (value === null ? null : unlisted(value));
  const take = (option: Option | null) => {
    setChosenLabel(option?.label ?? null);
    onChange(option?.value ?? null);
    setOpened(false);
    onSearch('');
  };
  return (
    <Popover
      label={filter.label}
      opened={opened}
      onChange={setOpened}
      width={240}
      padding="var(--ts-space-1)"
      trigger={
        <button
          type="button"
          className={classes['filter']}
          data-active={value !== null}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {value === null ? <IconPlus size={14} stroke={1.5} aria-hidden /> : null}
          <span>{value === null ? filter.label : `${filter.label}: ${label}`}</span>
          {value !== null && <IconChevronDown size={14} stroke={1.5} aria-hidden />}
        </button>
      }
    >
      {searchable && (
        <SearchInput
          label={t('Search %(name)s', { name: filter.label.toLowerCase() })}
          value={search}
          onChange={onSearch}
          data-autofocus
        />
      )}
      <PillChoices {...props} onTake={take} />
      {children?.(take)}
    </Popover>
  );
}

type PillChoicesProps = Pick<PillBodyProps, 'value' | 'options' | 'loading'> & {
  readonly onTake: (option: Option | null) => void;
};

function PillChoices({ value, options, loading, onTake }: PillChoicesProps) {
  return (
    <ul className={optionClasses['options']}>
      {value !== null && (
        <li>
          <button type="button" className={optionClasses['option']} onClick={() => onTake(null)}>
            <IconX size={14} stroke={1.5} aria-hidden /> {t('Any')}
          </button>
        </li>
      )}
      {options.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            className={optionClasses['option']}
            aria-pressed={option.value === value}
            onClick={() => onTake(option)}
          >
            {option.label}
          </button>
        </li>
      ))}
      {options.length === 0 && (
        <li className={optionClasses['nothing']}>{loading ? t('Loading…') : t('Nothing found')}</li>
      )}
    </ul>
  );
}
