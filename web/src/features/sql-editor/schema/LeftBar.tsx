import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { useStored } from '../../../ui/common/use-stored.ts';
import { Separator } from '../../../ui/layout/Separator.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { editTab } from '../tabs/tabs-store.ts';
import { SchemaBar, type SchemaBarProps } from './SchemaBar.tsx';
import classes from './SchemaBar.module.css';

const SchemaSheet = onDemand(async () => (await import('./SchemaSheet.tsx')).SchemaSheet);

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
