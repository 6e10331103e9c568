import { IconTable } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { SchemaBar, type SchemaBarProps } from './SchemaBar.tsx';
import classes from './SchemaBar.module.css';

type SchemaSheetProps = Pick<SchemaBarProps, 'tab' | 'onInsert' | 'onOpenTab'>;

/** On a phone: a button over the page that brings the bar up from below. What is inserted closes it. */
export function SchemaSheet({ tab, onInsert, onOpenTab }: SchemaSheetProps) {
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
