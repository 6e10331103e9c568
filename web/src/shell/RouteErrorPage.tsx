import { t } from '@tessera/core/messages';
import { useRouteError } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { isMissingFile } from '../api/missing-file.ts';
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx';
import { Page, useDocumentTitle } from '../ui/layout/Page.tsx';
import { MissingFilePage } from './MissingFilePage.tsx';
import { NoAccessPage } from './NoAccessPage.tsx';

/** Never a blank page. */
export function RouteErrorPage() {
  const error = useRouteError();
  if (error instanceof ApiError && error.status === 403) return <NoAccessPage />;
  return isMissingFile(error) ? <MissingFilePage error={error} /> : <BrokenPage error={error} />;
}

function BrokenPage({ error }: { readonly error: unknown }) {
  useDocumentTitle(t('An error occurred'));
  return (
    <Page>
      <h1 className="ts-visually-hidden">{t('An error occurred')}</h1>
      <ErrorCard error={error} onRetry={() => location.reload()} retryLabel={t('Load the page again')} />
    </Page>
  );
}
