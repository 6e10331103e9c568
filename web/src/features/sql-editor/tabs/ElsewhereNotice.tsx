import { IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { actOnTabs, dismissClosed, dismissElsewhere, useTabs } from './tabs-store.ts';
import classes from './TabBar.module.css';

type ElsewhereNoticeProps = { readonly tabId: string; readonly onVersions: () => void };

/** Says that two windows wrote the same tab, and where the other text is. */
export function ElsewhereNotice({ tabId, onVersions }: ElsewhereNoticeProps) {
  const isElsewhere = useTabs(({ elsewhere }) => elsewhere.has(tabId));
  if (!isElsewhere) return null;
  return (
    <div role="status" className={classes['elsewhere']}>
      <span>
        {t('This query was written in another window at the same time. The newest text is shown, nothing is lost.')}
      </span>
      <Button size="small" onClick={onVersions}>
        {t('Versions…')}
      </Button>
      <IconButton
        size="small"
        label={t('Dismiss')}
        icon={<IconX size={14} stroke={1.5} />}
        onClick={() => dismissElsewhere(tabId)}
      />
    </div>
  );
}

/** Says that another window closed the tab that was on screen here. */
export function ClosedNotice() {
  const closed = useTabs(({ closedElsewhere }) => closedElsewhere);
  if (closed === null) return null;
  return (
    <div role="status" className={classes['elsewhere']}>
      <span>{t('%s was closed in another window.', closed.name)}</span>
      <Button size="small" onClick={() => actOnTabs({ type: 'reopen', id: closed.id })}>
        {t('Open again')}
      </Button>
      <IconButton
        size="small"
        label={t('Dismiss')}
        icon={<IconX size={14} stroke={1.5} />}
        onClick={() => dismissClosed()}
      />
    </div>
  );
}
