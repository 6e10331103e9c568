import { t } from '@tessera/core/messages';
import { useRouteError } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { ErrorCard } from '../ui/ErrorCard.tsx';
import { Page, useDocumentTitle } from '../ui/Page.tsx';
import { NoAccessPage } from './NoAccessPage.tsx';

/** Never a blank page. After an upgrade the old page asks for files that are gone: loading it again gets the new ones. */
export function RouteErrorPage() {
  const error = useRouteError();
  const isOldPage = error instanceof TypeError && /dynamically imported module|module script|Importing a module/i.test(error.message);
  const isRefused = error instanceof ApiError && error.status === 403;
  useDocumentTitle(isRefused ? t('No access') : t('An error occurred'));
  if (isRefused) return <NoAccessPage />;
  return (
    <Page>
      <h1 className="ts-visually-hidden">{t('An error occurred')}</h1>
      <ErrorCard
        error={error}
        {...(isOldPage ? { title: t('This page could not be loaded. Either the connection broke, or Tessera was updated in the meantime.') } : {})}
        onRetry={() => location.reload()}
        retryLabel={t('Load the page again')}
      />
    </Page>
  );
}
