import { formatNumber } from '@tessera/core/formats/number';
import { instantText, numberText, t, tn } from '@tessera/core/messages';
import type { Cell, ColumnKind } from '@tessera/core/table';
import type { ColumnProfile } from '../chart/column-profile.ts';
import classes from './ColumnFacts.module.css';
import { labelOfValue } from './filters.ts';
import { Histogram } from './Histogram.tsx';

type ColumnFactsProps = {
  readonly profile: ColumnProfile;
  readonly kind: ColumnKind;
  /** Of the column. */
  readonly label: string;
  /** Bars were dragged over: from the start of one up to the end of another. */
  readonly onRange: (from: number, to: number) => void;
  readonly rangeHint: string;
  /** Texts of values that are chosen; null where a press leaves no mark. */
  readonly chosen: ReadonlySet<string> | null;
  readonly onPick: (value: Cell) => void;
  readonly pickLabel: (text: string) => string;
};

/** What a column holds: nulls, distinct values, range, how they are spread. */
export function ColumnFacts({ profile, kind, label, onRange, rangeHint, ...picking }: ColumnFactsProps) {
  const { rows, nulls, distinct, range, bars, top } = profile;
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
              name: label,
              range: range ? rangeText(kind, range) : '',
            })}
            onRange={onRange}
          />
          <p className={classes['hint']}>{rangeHint}</p>
        </>
      )}
      {!isMeasured && top.length > 0 && <TopValues profile={profile} {...picking} />}
    </>
  );
}

function rangeText(kind: ColumnKind, [low, high]: readonly [number, number]): string {
  if (kind === 'temporal') return `${dateText(low)} – ${dateText(high)}`;
  return `${formatNumber('SMART_NUMBER', low)} – ${formatNumber('SMART_NUMBER', high)}`;
}

function dateText(epochMs: number): string {
  return instantText(new Date(epochMs), { dateStyle: 'medium', timeZone: 'UTC' });
}

type TopValuesProps = Pick<ColumnFactsProps, 'profile' | 'chosen' | 'onPick' | 'pickLabel'>;

/** The most frequent values with their share; each is a filter. */
function TopValues({ profile: { top, rows, distinct }, chosen, onPick, pickLabel }: TopValuesProps) {
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
                {...(chosen !== null && { 'aria-pressed': chosen.has(text) })}
                className={classes['value']}
                title={pickLabel(text)}
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
