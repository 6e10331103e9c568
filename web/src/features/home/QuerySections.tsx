import { IconFileCode, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { hrefOf, pastQueryHref } from '@tessera/core/pages';
import { Link } from 'react-router';
import { holds, type Me } from '../../api/me.ts';
import { lastQueries } from '../../api/past-queries.ts';
import { savedQueriesOf } from '../../api/saved-queries.ts';
import classes from './HomePage.module.css';
import { HomeSection } from './HomeSection.tsx';

const SHOWN = 6;
const noPreviews = [{ col: 'is_data_preview', opr: 'eq', value: false }];

/** What somebody who writes SQL left off with; nothing where there is nothing yet. */
export function QuerySections({ user }: { readonly user: Me }) {
  return (
    <>
      {holds(user, 'can_read', 'SavedQuery') && <SavedQueries />}
      {holds(user, 'can_read', 'Query') && <LastQueries user={user} />}
    </>
  );
}

function SavedQueries() {
  const saved = useQuery(savedQueriesOf([], SHOWN));
  const rows = saved.data?.result ?? [];
  if (rows.length === 0) return null;
  return (
    <HomeSection
      title={t('Saved queries')}
      state="ready"
      more={{ href: hrefOf('savedQueries'), label: t('All saved queries') }}
    >
      {rows.map(({ id, label, url, sql, database, changed_on_delta_humanized: changed }) => (
        <QueryLine
          key={id}
          href={url}
          title={label}
          note={[database.database_name, changed].filter(Boolean).join(' · ')}
          sql={sql}
          icon={<IconFileCode size={16} stroke={1.5} aria-hidden />}
        />
      ))}
    </HomeSection>
  );
}

function LastQueries({ user }: { readonly user: Me }) {
  // Whoever sees those of others comes for their own.
  const last = useQuery(lastQueries([...noPreviews, { col: 'user', opr: 'rel_o_m', value: user.id }], SHOWN));
  const rows = last.data?.result ?? [];
  if (rows.length === 0) return null;
  return (
    <HomeSection
      title={t('Recent queries')}
      state="ready"
      more={{ href: hrefOf('sqlHistory'), label: t('Query history') }}
    >
      {rows.map(({ id, tab_name: tab, sql, database }) => (
        <QueryLine
          key={id}
          href={pastQueryHref(id)}
          title={tab ?? t('Query')}
          note={database.database_name ?? ''}
          sql={sql}
          icon={<IconHistory size={16} stroke={1.5} aria-hidden />}
        />
      ))}
    </HomeSection>
  );
}

type QueryLineProps = {
  readonly href: string;
  readonly title: string;
  readonly note: string;
  readonly sql: string;
  readonly icon: React.ReactNode;
};

/** A query as a card of text. */
function QueryLine({ href, title, note, sql, icon }: QueryLineProps) {
  return (
    <Link to={href} className={classes['query']}>
      <span className={classes['queryHead']}>
        {icon}
        <span className={classes['cardTitle']} title={title}>
          {title}
        </span>
      </span>
      <code className={classes['querySql']} aria-hidden>
        {sql.replaceAll(/\s+/g, ' ').slice(0, 200)}
      </code>
      <span className={classes['cardNote']}>{note}</span>
    </Link>
  );
}
