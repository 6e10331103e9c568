import { t } from '@tessera/core/messages';

/** What is said where something of the tabs does not reach the server, or does not come from it. */
export type SyncTrouble = 'editor' | 'table' | 'query' | 'save' | 'fetch' | 'remove_table' | 'expand' | 'collapse';

export function troubleText(trouble: SyncTrouble): string {
  switch (trouble) {
    // [8.5-08]
    case 'editor':
      return t(
        'Unable to migrate query editor state to backend. Tessera will retry later. Please contact your ' +
          'administrator if this problem persists.',
      );
    case 'table':
      return t(
        'Unable to migrate table schema state to backend. Tessera will retry later. Please contact your ' +
          'administrator if this problem persists.',
      );
    case 'query':
      return t(
        'Unable to migrate query state to backend. Tessera will retry later. Please contact your administrator ' +
          'if this problem persists.',
      );
    // [8.5-06]
    case 'save':
      return t(
        'An error occurred while storing your query in the backend. To avoid losing your changes, please save ' +
          'your query using the "Save Query" button.',
      );
    // [8.5-05]
    case 'fetch':
      return t('An error occurred while fetching tab state');
    case 'remove_table':
      return t('An error occurred while removing the table schema. Please contact your administrator.');
    case 'expand':
      return t('An error occurred while expanding the table schema. Please contact your administrator.');
    case 'collapse':
      return t('An error occurred while collapsing the table schema. Please contact your administrator.');
  }
}

/** [8.5-09] It is logged and nobody is disturbed: the text is safe in the browser. */
export const SAVE_FAILED = 'An error occurred while saving your editor state.';
