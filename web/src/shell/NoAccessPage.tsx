import { t } from '@tessera/core/messages';
import { LinkButton } from '../ui/buttons/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Page, useDocumentTitle } from '../ui/layout/Page.tsx';

/**
 * Instead of a page that this user's roles do not open: nothing is asked that would be refused, and there is no dead
 * control.
 */
export function NoAccessPage() {
  useDocumentTitle(t('No access'));
  return (
    <Page>
      <h1 className="ts-visually-hidden">{t('No access')}</h1>
      <EmptyState
        title={t('This page is not open to you.')}
        action={
          <LinkButton variant="primary" to="/">
            {t('Go to the home page')}
          </LinkButton>
        }
      >
        {t('Your roles do not include it. An administrator can change that.')}
      </EmptyState>
    </Page>
  );
}
