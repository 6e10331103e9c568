import { IconTable } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import type { LeftBarProps } from './LeftBar.tsx';
import { SchemaBar } from './SchemaBar.tsx';
import classes from './SchemaBar.module.css';

/** On a phone: a button over the page that brings the bar up from below. What is inserted closes it. */
export function SchemaSheet({ tab, onInsert, onOpenTab }: LeftBarProps) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <span className={classes['sheetButton']}>
        <Button icon={<IconTable size={16} stroke={1.5} />} onClick={() => setOpened(true)}>
          {t('Tables')}
        </Button>
      </span>
      {opened && (
        <Dialog opened sheet title={t('Tables')} onClose={close}>
          <div className={classes['sheet']}>
            <SchemaBar
              tab={tab}
              onInsert={(text) => {
                close();
                onInsert(text);
              }}
              onOpenTab={(given) => {
                close();
                onOpenTab(given);
              }}
            />
          </div>
        </Dialog>
      )}
    </>
  );
}
