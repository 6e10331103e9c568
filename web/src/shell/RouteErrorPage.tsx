import { t } from '@tessera/core/messages';
import { useRouteError } from 'react-router';
import { ErrorCard } from '../ui/ErrorCard.tsx';
import { Page, useDocumentTitle } from '../ui/Page.tsx';

/** Never a blank page. After an upgrade the old page asks for files that are gone: loading it again gets the new ones. */
export function RouteErrorPage() {
  const error = useRouteError();
  const isOldPage = error instanceof TypeError && /dynamically imported module|module script|Importing a module/i.test(error.message);
  useDocumentTitle(t('An error occurred'));
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
