import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconTable } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { useStored } from '../../../ui/common/use-stored.ts';
import { Separator } from '../../../ui/layout/Separator.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { editTab } from '../tabs/tabs-store.ts';
import { SchemaBar, type SchemaBarProps } from './SchemaBar.tsx';
import classes from './SchemaBar.module.css';

type LeftBarProps = Pick<SchemaBarProps, 'tab' | 'onInsert' | 'onOpenTab'>;

const WIDTH = { start: 280, least: 200, most: 600, step: 20 } as const;

/** The schema bar beside the editor: as wide as a user likes it, a strip where it is hidden, a sheet on a phone. */
export function LeftBar(props: LeftBarProps) {
  const { tab } = props;
  const isNarrow = useNarrow();
  const [stored, store] = useStored('tessera.sql.left', String(WIDTH.start), readWidth);
  if (isNarrow) return <SchemaSheet {...props} />;
  if (tab.hideLeftBar)
    return (
      <div className={classes['strip']}>
        <IconButton
          label={t('Show the tables')}
          icon={<IconLayoutSidebarLeftExpand size={16} stroke={1.5} />}
          onClick={() => editTab(tab.id, { hideLeftBar: false })}
        />
      </div>
    );
  const hide = (
    <IconButton
      label={t('Hide the tables')}
      icon={<IconLayoutSidebarLeftCollapse size={16} stroke={1.5} />}
      onClick={() => editTab(tab.id, { hideLeftBar: true })}
    />
  );
  const width = Number(stored);
  return (
    <>
      <div className={classes['left']} style={{ width }}>
        <SchemaBar {...props} hide={hide} />
      </div>
      <Separator
        label={t('Width of the tables')}
        orientation="vertical"
        value={width}
        min={WIDTH.least}
        max={WIDTH.most}
        step={WIDTH.step}
        perPixel={() => 1}
        onChange={(next) => store(String(Math.round(next)))}
        onReset={() => store(String(WIDTH.start))}
      />
    </>
  );
}

function readWidth(stored: string): string {
  const width = Number(stored);
  return width >= WIDTH.least && width <= WIDTH.most ? stored : String(WIDTH.start);
}

/** On a phone: a button over the page that brings the bar up from below. What is inserted closes it. */
function SchemaSheet({ tab, onInsert, onOpenTab }: LeftBarProps) {
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
