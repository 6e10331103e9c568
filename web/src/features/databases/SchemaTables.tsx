import { IconCheck, IconChevronDown, IconChevronRight, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { newChartHref } from '@tessera/core/pages';
import { useState } from 'react';
import { Link } from 'react-router';
import { tablesOf } from '../../api/databases.ts';
import { datasetsOn } from '../../api/datasets.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { keyOf, type Making, type MakingState, type TablePlace } from './make-datasets.ts';
import classes from './TablesDialog.module.css';

/** Tables of a schema that are drawn; the search finds the others. */
const SHOWN = 300;

type SchemaTablesProps = {
  readonly databaseId: number;
  readonly schema: string;
  /** It is open from the beginning. */
  readonly isFirst: boolean;
  readonly search: string;
  readonly chosen: ReadonlyMap<string, TablePlace>;
  readonly making: Making;
  readonly isRunning: boolean;
  readonly onChoose: (places: readonly TablePlace[], on: boolean) => void;
};

/** A schema with its tables; they are asked for when it is opened. */
export function SchemaTables({
  databaseId,
  schema,
  isFirst,
  search,
  chosen,
  making,
  isRunning,
  onChoose,
}: SchemaTablesProps) {
  const [isOpened, setOpened] = useState(isFirst);
  const tables = useQuery({ ...tablesOf(databaseId, schema), enabled: isOpened });
  const present = useQuery({ ...datasetsOn(databaseId, schema), enabled: isOpened });
  const taken = new Map((present.data ?? []).map(({ id, table_name }) => [table_name, id]));
  const word = search.trim().toLowerCase();
  const found = (tables.data ?? []).filter(({ value }) => value.toLowerCase().includes(word));
  const free = found.filter(({ value }) => !taken.has(value)).map(({ value }) => ({ schema, table: value }));
  const chosenHere = free.filter((place) => chosen.has(keyOf(place))).length;
  const Chevron = isOpened ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes['schema']}>
      <div className={classes['schemaHead']}>
        <button type="button" className={classes['fold']} aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
          <Chevron size={14} stroke={1.5} aria-hidden />
          {schema}
          {tables.data && <span className={classes['count']}>{tn('1 table', '%(count)s tables', found.length)}</span>}
        </button>
        {isOpened && free.length > 0 && !isRunning && (
          <Checkbox
            label={t('All')}
            checked={chosenHere === free.length}
            indeterminate={chosenHere > 0 && chosenHere < free.length}
            onChange={(on) => onChoose(free, on)}
          />
        )}
      </div>
      {isOpened && tables.isPending && <Skeleton height={96} radius="var(--ts-radius)" />}
      {isOpened && tables.isError && <p className={classes['reason']}>{describeError(tables.error).title}</p>}
      {isOpened && tables.data && (
        <TableList
          schema={schema}
          tables={found}
          taken={taken}
          chosen={chosen}
          making={making}
          isRunning={isRunning}
          onChoose={onChoose}
        />
      )}
    </section>
  );
}

type TableListProps = Pick<SchemaTablesProps, 'schema' | 'chosen' | 'making' | 'isRunning' | 'onChoose'> & {
  readonly tables: readonly { readonly value: string; readonly type: string }[];
  /** Datasets that there are already, by their table. */
  readonly taken: ReadonlyMap<string, number>;
};

function TableList({ schema, tables, taken, chosen, making, isRunning, onChoose }: TableListProps) {
  return (
    <ul className={classes['tables']} aria-label={t('Tables of %(name)s', { name: schema })}>
      {tables.slice(0, SHOWN).map(({ value, type }) => (
        <TableRow
          key={value}
          name={value}
          isView={type !== 'table'}
          datasetId={taken.get(value) ?? null}
          state={making.get(keyOf({ schema, table: value })) ?? null}
          isChosen={chosen.has(keyOf({ schema, table: value }))}
          isRunning={isRunning}
          onChoose={(on) => onChoose([{ schema, table: value }], on)}
        />
      ))}
      {tables.length === 0 && <li className={classes['note']}>{t('No table of that name.')}</li>}
      {tables.length > SHOWN && (
        <li className={classes['note']}>
          {tn('1 more. Search for its name.', '%(count)s more. Search for their names.', tables.length - SHOWN)}
        </li>
      )}
    </ul>
  );
}

type TableRowProps = {
  readonly name: string;
  readonly isView: boolean;
  readonly datasetId: number | null;
  readonly state: MakingState | null;
  readonly isChosen: boolean;
  readonly isRunning: boolean;
  readonly onChoose: (on: boolean) => void;
};

function TableRow({ name, isView, datasetId, state, isChosen, isRunning, onChoose }: TableRowProps) {
  const made = state?.name === 'made' ? state.datasetId : datasetId;
  return (
    <li className={classes['row']} data-state={state?.name}>
      <span className={classes['rowName']}>
        {made !== null || isRunning ? (
          <span className={classes['plain']}>
            <StateIcon state={state} isChosen={isChosen} />
            {name}
          </span>
        ) : (
          <Checkbox label={name} checked={isChosen} onChange={onChoose} />
        )}
        {isView && <span className={classes['note']}>{t('view')}</span>}
      </span>
      {made !== null && (
        <Link to={newChartHref(made)} className={classes['explore']}>
          {state?.name === 'made' ? t('Explore') : t('Is a dataset: explore')}
        </Link>
      )}
      {state?.name === 'failed' && <p className={classes['reason']}>{state.reason}</p>}
    </li>
  );
}

function StateIcon({ state, isChosen }: { readonly state: MakingState | null; readonly isChosen: boolean }) {
  if (state?.name === 'running') return <Spinner size={14} />;
  if (state?.name === 'made')
    return <IconCheck size={14} stroke={2} aria-label={t('made')} className={classes['done']} />;
  if (state?.name === 'failed')
    return <IconX size={14} stroke={2} aria-label={t('failed')} className={classes['bad']} />;
  return <span className={classes['dot']} data-chosen={isChosen ? true : undefined} aria-hidden />;
}
