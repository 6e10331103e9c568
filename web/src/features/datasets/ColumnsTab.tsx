import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { columnKinds } from '@tessera/core/table';
import { t, tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import { KindIcon } from '../../controls/KindIcon.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { SearchInput, TextInput } from '../../ui/fields/TextInput.tsx';
import { CellInput } from './CellInput.tsx';
import type { ColumnDraft } from './dataset-draft.ts';
import classes from './Datasets.module.css';
import { PartDetails } from './PartDetails.tsx';
import type { TabProps } from './tab-props.ts';

/** Columns of the source: names on screen, what each may be used for, which one is the main time. */
export function ColumnsTab({ draft, dispatch, readOnly, problems }: Omit<TabProps, 'onCheck'>) {
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const words = search.trim().toLowerCase();
  const columns = draft.columns.filter((column) => column.expression === null);
  const shown = columns.filter((column) =>
    `${column.column_name} ${column.verbose_name ?? ''} ${column.type ?? ''}`.toLowerCase().includes(words),
  );
  if (columns.length === 0)
    return (
      <EmptyState drawing="table" title={t('The source has no columns.')}>
        {t('Sync from source reads them again.')}
      </EmptyState>
    );
  return (
    <>
      <div className={classes['bar']}>
        <SearchInput
          className={classes['search'] ?? ''}
          label={t('Search columns')}
          value={search}
          onChange={setSearch}
        />
      </div>
      <div className={classes['tableScroll']}>
        <table className={classes['table']} aria-label={t('Columns')}>
          <ColumnsHead />
          <tbody>
            {shown.map((column) => (
              <ColumnRow
                key={column.key}
                column={column}
                dispatch={dispatch}
                readOnly={readOnly}
                isMainTime={draft.settings.main_dttm_col === column.column_name}
                isOpen={opened === column.key}
                onOpen={(isOpen) => setOpened(isOpen ? column.key : null)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <p className={classes['note']}>{t('Nothing matches this search.')}</p>}
      {[...problems]
        .filter(([key]) => columns.some((column) => key === column.key || key === `${column.key}:name`))
        .map(([key, text]) => (
          <p key={key} role="alert" className={classes['note']}>
            {text}
          </p>
        ))}
    </>
  );
}

function ColumnsHead() {
  return (
    <thead>
      <tr>
        <th>
          <span className="ts-visually-hidden">{t('More')}</span>
        </th>
        <th className={classes['named']}>{t('Column')}</th>
        <th>{t('Label')}</th>
        <th>{t('Type')}</th>
        <th className={classes['center']}>{t('Time')}</th>
        <th className={classes['center']}>{t('Main time')}</th>
        <th className={classes['center']}>{t('Dimension')}</th>
        <th className={classes['center']}>{t('Filter')}</th>
        <th>
          <span className="ts-visually-hidden">{t('Actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

type ColumnRowProps = Pick<TabProps, 'dispatch' | 'readOnly'> & {
  readonly column: ColumnDraft;
  readonly isMainTime: boolean;
  /** Whether description, certification and format stand below it. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

function ColumnRow({ column, dispatch, readOnly, isMainTime, isOpen, onOpen }: ColumnRowProps) {
  const name = column.column_name;
  const change = (part: Partial<ColumnDraft>) => dispatch({ type: 'column_changed', key: column.key, change: part });
  return (
    <>
      <tr>
        <td>
          <IconButton
            size="small"
            aria-expanded={isOpen}
            label={t('More about %(name)s', { name })}
            icon={isOpen ? <IconChevronDown size={16} stroke={1.5} /> : <IconChevronRight size={16} stroke={1.5} />}
            onClick={() => onOpen(!isOpen)}
          />
        </td>
        <td className={classes['named']}>
          <span className={classes['columnName']}>
            <KindIcon kind={kindOf(column)} />
            {name}
          </span>
        </td>
        <td className={classes['field']}>
          <CellInput
            label={t('Label of %(name)s', { name })}
            value={column.verbose_name ?? ''}
            placeholder={name}
            readOnly={readOnly}
            onChange={(verbose_name) => change({ verbose_name })}
          />
        </td>
        <td className={classes['type']}>{column.type}</td>
        <UseCells
          column={column}
          readOnly={readOnly}
          isMainTime={isMainTime}
          onChange={change}
          onMainTime={() => dispatch({ type: 'settings_changed', change: { main_dttm_col: name } })}
        />
        <td>
          {!readOnly && (
            <IconButton
              size="small"
              danger
              label={t('Remove %(name)s', { name })}
              icon={<IconTrash size={16} stroke={1.5} />}
              onClick={() => dispatch({ type: 'column_removed', key: column.key })}
            />
          )}
        </td>
      </tr>
      {isOpen && <ColumnDetails column={column} readOnly={readOnly} onChange={change} />}
    </>
  );
}

type CellsProps = {
  readonly column: ColumnDraft;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<ColumnDraft>) => void;
};

type UseCellsProps = CellsProps & { readonly isMainTime: boolean; readonly onMainTime: () => void };

/** What the column may be used for. */
function UseCells({ column, readOnly, isMainTime, onChange, onMainTime }: UseCellsProps) {
  const name = column.column_name;
  return (
    <>
      <td className={classes['center']}>
        <Checkbox
          hideLabel
          label={t('%(name)s is a time', { name })}
          checked={column.is_dttm}
          disabled={readOnly}
          onChange={(is_dttm) => onChange({ is_dttm })}
        />
      </td>
      <td className={classes['center']}>
        {column.is_dttm && (
          <input
            type="radio"
            name="main-time"
            aria-label={t('%(name)s is the main time', { name })}
            checked={isMainTime}
            disabled={readOnly}
            onChange={onMainTime}
          />
        )}
      </td>
      <td className={classes['center']}>
        <Checkbox
          hideLabel
          label={t('%(name)s can be a dimension', { name })}
          checked={column.groupby}
          disabled={readOnly}
          onChange={(groupby) => onChange({ groupby })}
        />
      </td>
      <td className={classes['center']}>
        <Checkbox
          hideLabel
          label={t('%(name)s can be filtered', { name })}
          checked={column.filterable}
          disabled={readOnly}
          onChange={(filterable) => onChange({ filterable })}
        />
      </td>
    </>
  );
}

function ColumnDetails({ column, readOnly, onChange }: CellsProps) {
  return (
    <tr>
      <td colSpan={9}>
        <PartDetails part={column} readOnly={readOnly} onChange={onChange}>
          {column.is_dttm && (
            <TextInput
              label={t('Format of the stored text or number')}
              value={column.python_date_format ?? ''}
              onChange={(python_date_format) => onChange({ python_date_format })}
              placeholder="%Y-%m-%d"
              mono
              readOnly={readOnly}
              hint={tMarked(
                'For times that the database keeps as text or as seconds: epoch_s, epoch_ms, ' +
                  'or a pattern such as %Y-%m-%d.',
              )}
            />
          )}
        </PartDetails>
      </td>
    </tr>
  );
}

/** Temporal wins over what the source calls its type: a text may hold times. */
export function kindOf(column: Pick<ColumnDraft, 'is_dttm' | 'type_generic'>): (typeof columnKinds)[number] {
  if (column.is_dttm) return 'temporal';
  return columnKinds[column.type_generic ?? 1] ?? 'string';
}
