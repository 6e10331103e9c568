import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { readFilters } from '@tessera/viz/control-kinds/filters';
import { columnProfile, type ColumnProfile } from '../../chart/column-profile.ts';
import { ColumnFacts } from '../../controls/ColumnFacts.tsx';
import classes from '../../controls/ColumnFacts.module.css';
import type { DatasetFields, FieldColumn } from '../../controls/fields.ts';
import { labelOfValue } from '../../controls/filters.ts';
import { KindIcon } from '../../controls/KindIcon.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { ErrorText } from '../../ui/feedback/ErrorText.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useExplore } from './explore-store.ts';
import { readableRange, withRange, withValue } from './profile-filter.ts';
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
  const key = filterControl(session);
  const filters = useExplore((state) => state.draft.form[key]);
  const set = (next: unknown) => session.setControl(key, next);
  const { kind, name } = column;
  return (
    <ColumnFacts
      profile={profile}
      kind={kind}
      label={column.label}
      onRange={(from, to) => {
        const ends = kind === 'numeric' ? readableRange(from, to, profile.bars) : ([from, to] as const);
        if (kind === 'numeric' || kind === 'temporal') set(withRange(readFilters(filters), name, kind, ...ends));
      }}
      rangeHint={t('Drag over the bars to filter.')}
      chosen={chosenValues(filters, name)}
      onPick={(value) => set(withValue(readFilters(filters), name, value))}
      pickLabel={(text) => t('Filter by %s', text)}
    />
  );
}

function filterControl({ viz }: Session): string {
  const named = viz?.roles.filters;
  return (typeof named === 'string' ? named : named?.[0]) ?? 'adhoc_filters';
}

function chosenValues(filters: unknown, column: string): ReadonlySet<string> {
  const values = readFilters(filters)
    .filter(({ subject, comparator }) => subject === column && Array.isArray(comparator))
    .flatMap(({ comparator }) => (Array.isArray(comparator) ? comparator : []));
  return new Set(values.map(labelOfValue));
}
