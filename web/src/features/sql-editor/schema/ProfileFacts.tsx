import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { columnFactsOf } from '../../../api/catalog.ts';
import { ColumnFacts } from '../../../controls/ColumnFacts.tsx';
import classes from '../../../controls/ColumnFacts.module.css';
import { KindIcon } from '../../../controls/KindIcon.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { ErrorText } from '../../../ui/feedback/ErrorText.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { readProfile, type ProfileSource } from './column-profile.ts';
import { kindOfType } from './kind-of-type.ts';
import { equalsSql, rangeSql } from './profile-sql.ts';
import type { ColumnRow } from './tree/tree-row.ts';

type ProfileProps = {
  readonly source: ProfileSource;
  readonly row: ColumnRow;
  /** Writes a condition where the cursor is. */
  readonly onInsert: (condition: string) => void;
};

/** The profile of a column below the tree. */
export function ProfilePane({ onClose, ...props }: ProfileProps & { readonly onClose: () => void }) {
  const { column } = props.row;
  return (
    <section className={classes['pane']} aria-label={t('Profile of %s', column.name)}>
      <header className={classes['head']}>
        <KindIcon kind={kindOfType(column.type)} />
        <h3 title={column.name}>{column.name}</h3>
        <IconButton
          size="small"
          label={t('Close the profile')}
          icon={<IconX size={14} stroke={1.5} />}
          onClick={onClose}
        />
      </header>
      <ProfileFacts {...props} />
    </section>
  );
}

/** What a column holds; a press on a value or a drag over the bars writes a condition. */
export function ProfileFacts({ source, row: { table, column }, onInsert }: ProfileProps) {
  const profile = useQuery(columnFactsOf(source.dbId, table, column.name));
  const data = profile.data && readProfile(profile.data);
  const kind = profile.data?.kind ?? kindOfType(column.type);
  return (
    <>
      <p className={classes['type']}>
        {column.type.toLowerCase()}
        {column.isNullable ? '' : ` · ${t('never empty')}`}
      </p>
      {profile.isPending && <Skeleton height={96} />}
      {profile.isError && (
        <p className={classes['problem']} role="alert">
          <ErrorText text={profile.error.message} />
        </p>
      )}
      {data && (
        <>
          {data.isSample && <p className={classes['hint']}>{t('Of a sample of its rows.')}</p>}
          <ColumnFacts
            profile={data}
            kind={kind}
            label={column.name}
            onRange={(from, to) =>
              onInsert(
                rangeSql(source.engine, { name: column.name, kind }, { from, to, isLast: to === data.bars.at(-1)?.to }),
              )
            }
            rangeHint={t('Drag over the bars to write a condition.')}
            chosen={null}
            onPick={(value) => onInsert(equalsSql(source.engine, column.name, value))}
            pickLabel={(text) => t('Write a condition for %s', text)}
          />
        </>
      )}
    </>
  );
}
