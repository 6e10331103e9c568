import { msg, t, tMarked } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { ApiError } from '../api/api-error.ts';
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

const texts: Readonly<
  Record<ObjectKind, { readonly name: string; readonly missing: string; readonly all: string; readonly list: string }>
> = {
  chart: {
    name: msg('Chart'),
    missing: msg('This chart does not exist, or is not shared with you.'),
    all: msg('All charts'),
    list: hrefOf('charts'),
  },
  dashboard: {
    name: msg('Dashboard'),
    missing: msg('You cannot see this dashboard, or it does not exist.'),
    all: msg('All dashboards'),
    list: hrefOf('dashboards'),
  },
  dataset: {
    name: msg('Dataset'),
    missing: msg('This dataset does not exist, or is not shared with you.'),
    all: msg('All datasets'),
    list: hrefOf('datasets'),
  },
};

/**
 * Instead of the page of one object. One that a user may not see answers like one that is not there: the page says
 * both, whom to ask, and leads on to those that are there. What may pass is tried again.
 */
export function ObjectProblem({ kind, error, title, onRetry, askFor }: ObjectProblemProps) {
  const { name, missing, all, list } = texts[kind];
  useDocumentTitle(tMarked(name));
  const isHidden = error instanceof ApiError && (error.status === 404 || error.status === 403);
  return (
    <Page>
      <h1 className="ts-visually-hidden">{tMarked(name)}</h1>
      {isHidden || error === null ? (
        <EmptyState
          drawing="search"
          title={title ?? tMarked(missing)}
          action={
            <>
              {askFor !== undefined && <AskForAccess dashboardKey={askFor} />}
              <LinkButton variant={askFor === undefined ? 'primary' : 'default'} to={list}>
                {tMarked(all)}
              </LinkButton>
            </>
          }
        >
          {t('Ask its owner or an administrator for access, or check the address.')}
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
