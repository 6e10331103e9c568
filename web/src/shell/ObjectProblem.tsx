import { useQuery } from '@tanstack/react-query';
import { msg, t, tMarked } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { ApiError } from '../api/api-error.ts';
import { isAdmin, me } from '../api/me.ts';
import { LinkButton } from '../ui/buttons/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx';
import { Page, useDocumentTitle } from '../ui/layout/Page.tsx';
import { AskForAccess } from './AskForAccess.tsx';

type ObjectKind = 'chart' | 'dashboard' | 'dataset';

type ObjectProblemProps = {
  readonly kind: ObjectKind;
  /** Why it is not here; `null` when only `title` tells. */
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
  /** What the address calls the dashboard, so that its owners can be asked. */
  readonly askFor?: string;
};

type Texts = {
  readonly name: string;
  readonly missing: string;
  /** For whoever would see it if it were there. */
  readonly gone: string;
  readonly all: string;
  readonly list: string;
};

const texts: Readonly<Record<ObjectKind, Texts>> = {
  chart: {
    name: msg('Chart'),
    missing: msg('This chart does not exist, or is not shared with you.'),
    gone: msg('This chart does not exist.'),
    all: msg('All charts'),
    list: hrefOf('charts'),
  },
  dashboard: {
    name: msg('Dashboard'),
    missing: msg('You cannot see this dashboard, or it does not exist.'),
    gone: msg('This dashboard does not exist.'),
    all: msg('All dashboards'),
    list: hrefOf('dashboards'),
  },
  dataset: {
    name: msg('Dataset'),
    missing: msg('This dataset does not exist, or is not shared with you.'),
    gone: msg('This dataset does not exist.'),
    all: msg('All datasets'),
    list: hrefOf('datasets'),
  },
};

/**
 * Instead of the page of one object. One that a user may not see answers like one that is not there: the page says
 * both, whom to ask, and leads on to those that are there. Who sees everything has nobody to ask. What may pass is
 * tried again.
 */
export function ObjectProblem({ kind, error, title, onRetry, askFor }: ObjectProblemProps) {
  const { name, missing, gone, all, list } = texts[kind];
  const user = useQuery(me).data;
  const seesAll = user !== undefined && isAdmin(user);
  useDocumentTitle(tMarked(name));
  const asked = seesAll ? undefined : askFor;
  const isHidden = error instanceof ApiError && (error.status === 404 || error.status === 403);
  return (
    <Page>
      <h1 className="ts-visually-hidden">{tMarked(name)}</h1>
      {isHidden || error === null ? (
        <EmptyState
          drawing="search"
          title={title ?? tMarked(seesAll ? gone : missing)}
          action={
            <>
              {asked !== undefined && <AskForAccess dashboardKey={asked} />}
              <LinkButton variant={asked === undefined ? 'primary' : 'default'} to={list}>
                {tMarked(all)}
              </LinkButton>
            </>
          }
        >
          {seesAll
            ? t('Check the address, or look for it in the trash.')
            : t('Ask its owner or an administrator for access, or check the address.')}
        </EmptyState>
      ) : (
        <ErrorCard
          error={error}
          {...(title === undefined ? {} : { title })}
          {...(onRetry ? { onRetry } : {})}
          actions={<LinkButton to={list}>{tMarked(all)}</LinkButton>}
        />
      )}
    </Page>
  );
}
