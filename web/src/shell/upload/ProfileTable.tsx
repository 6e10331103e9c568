import { numberText, t, tn } from '@tessera/core/messages';
import type { UploadColumn, UploadOptions, UploadPreview } from '../../api/uploads.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { factsOf } from './column-facts.ts';
import { chosenTypes, typeName } from './column-types.ts';
import classes from './Upload.module.css';

/** Rows and columns that are drawn. */
const ROWS = 12;
const COLUMNS = 60;

type ProfileTableProps = {
  readonly preview: UploadPreview;
  readonly onChange: (part: UploadOptions) => void;
};

/** The first rows of the file, under what each column is like. */
export function ProfileTable({ preview, onChange }: ProfileTableProps) {
  const { columns, sample, rows, header } = preview;
  const shown = columns.slice(0, COLUMNS);
  const change = (index: number, value: string | null) => {
    const type = chosenTypes.find((each) => each === value);
    if (type)
      onChange({
        types: columns.map((column, at) => (at === index ? type : column.type === 'other' ? null : column.type)),
      });
  };
  return (
    <div className={classes['tableScroll']} tabIndex={0} role="region" aria-label={t('First rows')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {shown.map((column, index) => (
              <th key={column.name} scope="col">
                <ColumnHead
                  column={column}
                  rows={rows}
                  onType={header === null ? null : (type) => change(index, type)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.slice(0, ROWS).map((row, number) => (
            <tr key={number}>
              {shown.map(({ name, type }, index) => (
                <td key={name} data-number={type === 'number' || type === 'integer' ? true : undefined}>
                  {row[index] ?? <span className={classes['null']}>{t('empty')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {columns.length > COLUMNS && (
        <p className={classes['note']}>
          {tn(
            '1 more column is loaded and not shown here.',
            '%(count)s more columns are loaded and not shown here.',
            columns.length - COLUMNS,
          )}
        </p>
      )}
    </div>
  );
}

type ColumnHeadProps = {
  readonly column: UploadColumn;
  readonly rows: number;
  /** Null where the file itself declares the types. */
  readonly onType: ((type: string | null) => void) | null;
};

function ColumnHead({ column, rows, onType }: ColumnHeadProps) {
  const { name, type, sqlType, nulls } = column;
  return (
    <div className={classes['head']}>
      <span className={classes['headName']} title={name}>
        {name}
      </span>
      {onType === null ? (
        <span className={classes['headType']}>{type === 'other' ? sqlType : typeName(type)}</span>
      ) : (
        <Select
          label={t('Type of %(column)s', { column: name })}
          hideLabel
          value={type}
          onChange={onType}
          options={chosenTypes.map((value) => ({ value, label: typeName(value) }))}
        />
      )}
      <Shape column={column} />
      <span className={classes['headFacts']}>{factsOf(column)}</span>
      <span className={classes['headFacts']} data-many={nulls > 0 ? true : undefined}>
        {nulls === 0 || rows === 0 ? t('no empty cells') : t('%(share)s empty', { share: shareText(nulls / rows) })}
      </span>
    </div>
  );
}

/** How the values are spread: a histogram, or the most frequent ones. */
function Shape({ column: { bins, top, distinct } }: { readonly column: UploadColumn }) {
  if (bins !== null) {
    const most = Math.max(1, ...bins);
    return (
      <svg className={classes['bins']} viewBox={`0 0 ${bins.length * 10} 30`} preserveAspectRatio="none" aria-hidden>
        {bins.map((count, index) => {
          const height = count === 0 ? 0 : Math.max(1.5, (count / most) * 30);
          return <rect key={index} x={index * 10 + 0.5} y={30 - height} width={9} height={height} />;
        })}
      </svg>
    );
  }
  const [first] = top;
  if (!first) return <span className={classes['top']} />;
  return (
    <span className={classes['top']}>
      {top.slice(0, 3).map(({ value, count }) => (
        <span key={value} className={classes['topValue']} title={value}>
          <span className={classes['topBar']} style={{ inlineSize: `${(count / first.count) * 100}%` }} />
          <span className={classes['topText']}>{value}</span>
        </span>
      ))}
      {distinct > 3 && (
        <span className={classes['topMore']}>{tn('and 1 more', 'and %(count)s more', distinct - 3)}</span>
      )}
    </span>
  );
}

function shareText(share: number): string {
  return numberText(Math.max(0.001, share), { style: 'percent', maximumSignificantDigits: 2 });
}
