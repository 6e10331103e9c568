import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { formatNumber } from '@tessera/core/formats/number';
import { instantText, numberText, t, tn } from '@tessera/core/messages';
import type { Cell } from '@tessera/core/table';
import { readFilters } from '@tessera/viz/control-kinds/filters';
import { columnProfile, type ColumnProfile } from '../../chart/column-profile.ts';
import type { DatasetFields, FieldColumn } from '../../controls/fields.ts';
import { labelOfValue } from '../../controls/filters.ts';
import { Histogram } from '../../controls/Histogram.tsx';
import { KindIcon } from '../../controls/KindIcon.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { ErrorText } from '../../ui/feedback/ErrorText.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import classes from './ColumnProfilePane.module.css';
import { useExplore } from './explore-store.ts';
import { withRange, withValue } from './profile-filter.ts';
import type { Session } from '../../chart-editor/use-session.ts';

type ColumnProfilePaneProps = {
  readonly dataset: DatasetFields;
  readonly column: FieldColumn;
  readonly session: Session;
  readonly onClose: () => void;
};

/** What a column holds: nulls, distinct values, range, how they are spread. A press or a drag filters by it. */
export function ColumnProfilePane({ dataset, column, session, onClose }: ColumnProfilePaneProps) {
  const profile = useQuery(columnProfile(dataset, column));
  return (
    <section className={classes['pane']} aria-label={t('Profile of %s', column.label)}>
      <header className={classes['head']}>
        <KindIcon kind={column.kind} />
        <h3 title={column.label}>{column.label}</h3>
        <IconButton
          size="small"
          label={t('Close the profile')}
          icon={<IconX size={14} stroke={1.5} />}
          onClick={onClose}
        />
      </header>
      {column.type !== null && <p className={classes['type']}>{column.type.toLowerCase()}</p>}
      {profile.isPending && <Skeleton height={96} />}
      {profile.isError && (
        <p className={classes['problem']} role="alert">
          <ErrorText text={profile.error.message} />
        </p>
      )}
      {profile.data && <Facts profile={profile.data} column={column} session={session} />}
    </section>
  );
}

type FactsProps = { readonly profile: ColumnProfile; readonly column: FieldColumn; readonly session: Session };

function Facts({ profile, column, session }: FactsProps) {
  const { rows, nulls, distinct, range, bars, top } = profile;
  const key = filterControl(session);
  const filters = useExplore((state) => state.draft.form[key]);
  const set = (next: unknown) => session.setControl(key, next);
  const { kind, name } = column;
  const isMeasured = kind === 'numeric' || kind === 'temporal';
  return (
    <>
      <dl className={classes['facts']}>
        <dt>{t('Rows')}</dt>
        <dd>{numberText(rows)}</dd>
        <dt>{t('Empty')}</dt>
        <dd>
          {nulls === 0 ? t('none') : `${numberText(nulls)} (${formatNumber('.1~%', rows === 0 ? 0 : nulls / rows)})`}
        </dd>
        {distinct !== null && (
          <>
            <dt>{t('Distinct')}</dt>
            <dd>{numberText(distinct)}</dd>
          </>
        )}
        {range && (
          <>
            <dt>{t('Range')}</dt>
            <dd>{rangeText(kind, range)}</dd>
          </>
        )}
      </dl>
      {isMeasured && bars.length > 1 && (
        <>
          <Histogram
            bars={bars}
            label={t('How %(name)s is spread: %(range)s', {
              name: column.label,
              range: range ? rangeText(kind, range) : '',
            })}
            onRange={(from, to) => set(withRange(readFilters(filters), name, kind, from, to))}
          />
          <p className={classes['hint']}>{t('Drag over the bars to filter.')}</p>
        </>
      )}
      {!isMeasured && top.length > 0 && (
        <TopValues
          profile={profile}
          chosen={chosenValues(filters, name)}
          onPick={(value) => set(withValue(readFilters(filters), name, value))}
        />
      )}
    </>
  );
}

function filterControl({ viz }: Session): string {
  const named = viz?.roles.filters;
  return (typeof named === 'string' ? named : named?.[0]) ?? 'adhoc_filters';
}

function rangeText(kind: FieldColumn['kind'], [low, high]: readonly [number, number]): string {
  if (kind === 'temporal') return `${dateText(low)} – ${dateText(high)}`;
  return `${formatNumber('SMART_NUMBER', low)} – ${formatNumber('SMART_NUMBER', high)}`;
}

function dateText(epochMs: number): string {
  return instantText(new Date(epochMs), { dateStyle: 'medium', timeZone: 'UTC' });
}

function chosenValues(filters: unknown, column: string): ReadonlySet<string> {
  const values = readFilters(filters)
    .filter(({ subject, comparator }) => subject === column && Array.isArray(comparator))
    .flatMap(({ comparator }) => (Array.isArray(comparator) ? comparator : []));
  return new Set(values.map(labelOfValue));
}

type TopValuesProps = {
  readonly profile: ColumnProfile;
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (value: Cell) => void;
};

/** The most frequent values with their share; each is a filter. */
function TopValues({ profile: { top, rows, distinct }, chosen, onPick }: TopValuesProps) {
  const rest = (distinct ?? top.length) - top.filter(({ value }) => value !== null).length;
  return (
    <>
      <ul className={classes['top']}>
        {top.map(({ value, count }) => {
          const text = labelOfValue(typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
          const share = rows === 0 ? 0 : count / rows;
          return (
            <li key={text}>
              <button
                type="button"
                aria-pressed={chosen.has(text)}
                className={classes['value']}
                title={t('Filter by %s', text)}
                onClick={() => onPick(value)}
              >
                <span className={classes['share']} style={{ width: `${share * 100}%` }} aria-hidden />
                <span className={classes['name']}>{text}</span>
                <span className={classes['count']}>{formatNumber('.0%', share)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {rest > 0 && <p className={classes['hint']}>{tn('1 value more', '%(count)s values more', rest)}</p>}
    </>
  );
}
