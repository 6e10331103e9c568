import { t } from '@tessera/core/messages';
import type { Column } from '@tessera/core/table';
import { useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { SegmentedControl } from '../fields/SegmentedControl.tsx';
import { Select } from '../fields/Select.tsx';
import { TextInput } from '../fields/TextInput.tsx';
import type { MenuPoint } from '../overlays/ContextMenu.tsx';
import classes from './GridPopups.module.css';
import { FilterValues } from './FilterValues.tsx';
import { boundOf, boundText } from './filter-words.ts';
import { PlacePopover } from './PlacePopover.tsx';
import { textTests, type ColumnFilter, type TextTest } from './row-filters.ts';

type FilterPopoverProps = {
  readonly at: MenuPoint;
  readonly column: Column;
  readonly rowCount: number;
  readonly label: string;
  /** What cells that are here in part make of a filter. */
  readonly cutNote: string | null;
  readonly filter: ColumnFilter | null;
  readonly onChange: (filter: ColumnFilter | null) => void;
  readonly onClose: () => void;
};
type Kind = ColumnFilter['kind'];

/** What leaves rows by one column; it acts at once. */
export function FilterPopover(props: FilterPopoverProps) {
  const { at, column, rowCount, label, cutNote, filter, onChange, onClose } = props;
  const kinds = kindsOf(column);
  const [kind, setKind] = useState<Kind>(filter?.kind ?? 'values');
  const names: Readonly<Record<Kind, string>> = {
    values: t('Values'),
    range: t('Range'),
    text: t('Text'),
    null: t('Null'),
  };
  return (
    <PlacePopover at={at} label={t('Filter of %(column)s', { column: label })} width={300} onClose={onClose}>
      <div className={classes['filter']}>
        <h3 className={classes['statisticsTitle']}>{label}</h3>
        {cutNote !== null && <p className={classes['statisticsScope']}>{cutNote}</p>}
        <SegmentedControl
          label={t('Filter by')}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: names[value] }))}
          wide
        />
        {kind === 'values' && (
          <FilterValues
            column={column}
            rowCount={rowCount}
            filter={filter?.kind === 'values' ? filter : null}
            onChange={onChange}
          />
        )}
        {kind === 'range' && (
          <RangeFields column={column} filter={filter?.kind === 'range' ? filter : null} onChange={onChange} />
        )}
        {kind === 'text' && <TextFields filter={filter?.kind === 'text' ? filter : null} onChange={onChange} />}
        {kind === 'null' && <NullFields filter={filter?.kind === 'null' ? filter : null} onChange={onChange} />}
        <div className={classes['filterEnd']}>
          <Button
            size="small"
            variant="quiet"
            disabledReason={filter === null ? t('There is no filter.') : null}
            onClick={() => onChange(null)}
          >
            {t('Do not filter')}
          </Button>
          <Button size="small" onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      </div>
    </PlacePopover>
  );
}

function kindsOf({ kind }: Column): readonly Kind[] {
  if (kind === 'numeric' || kind === 'temporal') return ['values', 'range', 'null'];
  return kind === 'boolean' ? ['values', 'null'] : ['values', 'text', 'null'];
}

type RangeFilter = Extract<ColumnFilter, { readonly kind: 'range' }>;
type FieldsProps<F extends ColumnFilter> = {
  readonly filter: F | null;
  readonly onChange: (filter: ColumnFilter | null) => void;
};

function RangeFields({ column, filter, onChange }: FieldsProps<RangeFilter> & { readonly column: Column }) {
  const [from, setFrom] = useState(() => boundText(filter?.from ?? null, column.kind));
  const [to, setTo] = useState(() => boundText(filter?.to ?? null, column.kind));
  const [low, high] = [boundOf(from, column.kind, 'from'), boundOf(to, column.kind, 'to')];
  const set = (nextFrom: string, nextTo: string) => {
    setFrom(nextFrom);
    setTo(nextTo);
    const bounds = [boundOf(nextFrom, column.kind, 'from'), boundOf(nextTo, column.kind, 'to')] as const;
    if (bounds.includes(undefined)) return;
    const [start = null, end = null] = bounds;
    onChange(start === null && end === null ? null : { kind: 'range', from: start, to: end });
  };
  const isTime = column.kind === 'temporal';
  const wrong = isTime ? t('Not a date: 2024-01-31, or 2024-01-31 12:00') : t('Not a number');
  const field = { inputMode: isTime ? 'text' : 'decimal', placeholder: isTime ? '2024-01-31' : '' } as const;
  return (
    <div className={classes['filterRange']}>
      <TextInput
        {...field}
        label={t('From')}
        value={from}
        onChange={(text) => set(text, to)}
        {...(low === undefined && { error: wrong })}
        data-autofocus
      />
      <TextInput
        {...field}
        label={t('To')}
        value={to}
        onChange={(text) => set(from, text)}
        {...(high === undefined && { error: wrong })}
      />
    </div>
  );
}

type TextFilter = Extract<ColumnFilter, { readonly kind: 'text' }>;

function TextFields({ filter, onChange }: FieldsProps<TextFilter>) {
  const [test, setTest] = useState<TextTest>(filter?.test ?? 'contains');
  const [text, setText] = useState(filter?.text ?? '');
  const names: Readonly<Record<TextTest, string>> = {
    contains: t('contains'),
    lacks: t('does not contain'),
    is: t('is'),
    starts: t('begins with'),
    ends: t('ends with'),
  };
  const set = (nextTest: TextTest, nextText: string) => {
    setTest(nextTest);
    setText(nextText);
    onChange(nextText === '' && nextTest !== 'is' ? null : { kind: 'text', test: nextTest, text: nextText });
  };
  return (
    <div className={classes['filterText']}>
      <Select
        label={t('Condition')}
        hideLabel
        value={test}
        onChange={(next) => set(textTests.find((one) => one === next) ?? 'contains', text)}
        options={textTests.map((value) => ({ value, label: names[value] }))}
      />
      <TextInput label={t('Text')} hideLabel value={text} onChange={(next) => set(test, next)} data-autofocus />
    </div>
  );
}

type NullFilter = Extract<ColumnFilter, { readonly kind: 'null' }>;

function NullFields({ filter, onChange }: FieldsProps<NullFilter>) {
  return (
    <SegmentedControl
      label={t('Null')}
      value={filter === null ? 'any' : filter.isNull ? 'only' : 'none'}
      onChange={(next) => onChange(next === 'any' ? null : { kind: 'null', isNull: next === 'only' })}
      options={[
        { value: 'any', label: t('All rows') },
        { value: 'only', label: t('Only null') },
        { value: 'none', label: t('Without null') },
      ]}
      wide
    />
  );
}
