import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { lookForServer, useOnReturn } from '../api/reachability.ts';
import { ErrorCard } from '../ui/ErrorCard.tsx';
import { Page, useDocumentTitle } from '../ui/Page.tsx';
import { isMissingFile } from './missing-file.ts';
import { NoAccessPage } from './NoAccessPage.tsx';

/** Never a blank page. */
export function RouteErrorPage() {
  const error = useRouteError();
  if (error instanceof ApiError && error.status === 403) return <NoAccessPage />;
  return isMissingFile(error) ? <MissingFile error={error} /> : <BrokenPage error={error} />;
}

/** After an upgrade the old page asks for files that are gone: loading it again gets the new ones. So does a server that comes back. */
function MissingFile({ error }: { readonly error: unknown }) {
  useEffect(() => void lookForServer(), []);
  useOnReturn(() => location.reload());
  return <BrokenPage error={error} title={t('This page could not be loaded. Either the connection broke, or Tessera was updated in the meantime.')} />;
}

function BrokenPage({ error, title }: { readonly error: unknown; readonly title?: string }) {
  useDocumentTitle(t('An error occurred'));
  return (
    <Page>
      <h1 className="ts-visually-hidden">{t('An error occurred')}</h1>
      <ErrorCard error={error} {...(title === undefined ? {} : { title })} onRetry={() => location.reload()} retryLabel={t('Load the page again')} />
    </Page>
  );
}
