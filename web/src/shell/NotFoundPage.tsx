import { t } from '@tessera/core/messages';
import { LinkButton } from '../ui/buttons/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Page, useDocumentTitle } from '../ui/layout/Page.tsx';

export function NotFoundPage() {
  useDocumentTitle(t('Not found'));
  return (
    <Page>
      <h1 className="ts-visually-hidden">{t('Not found')}</h1>
      <EmptyState
        drawing="search"
        title={t('There is nothing at this address.')}
        action={
          <LinkButton variant="primary" to="/">
            {t('Go to the home page')}
          </LinkButton>
        }
      >
        {t('The link may be old, or what it showed was deleted.')}
      </EmptyState>
    </Page>
  );
}
