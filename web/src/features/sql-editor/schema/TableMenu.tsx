import {
  IconArrowUpRight,
  IconChartHistogram,
  IconCode,
  IconColumnInsertLeft,
  IconCopy,
  IconEye,
  IconFilePlus,
  IconPin,
  IconPinnedOff,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { ContextMenu, type MenuPoint } from '../../../ui/overlays/ContextMenu.tsx';
import { MenuDivider, MenuItem } from '../../../ui/overlays/Menu.tsx';
import type { ColumnRow, TableRow } from './tree/tree-row.ts';

export type MenuCommands = {
  readonly insert: () => void;
  readonly copyName: () => void;
  readonly copySelect: () => void;
  readonly openSelect: () => void;
  readonly preview: () => void;
  readonly pin: () => void;
  readonly refresh: () => void;
  readonly close: () => void;
  readonly profile: () => void;
  readonly jump: () => void;
};

type TableMenuProps = {
  readonly row: TableRow | ColumnRow;
  readonly at: MenuPoint;
  readonly isPinned: boolean;
  /** It is among the tables of the tab. */
  readonly isOfTab: boolean;
  /** Why no rows are shown; null where they are. */
  readonly noRows: string | null;
  readonly commands: MenuCommands;
  readonly onClose: () => void;
};

const size = { size: 16, stroke: 1.5 } as const;

/** What can be done with a table or a column of the schema bar. */
export function TableMenu({ row, at, onClose, ...props }: TableMenuProps) {
  const name = row.kind === 'table' ? row.table.name : row.column.name;
  return (
    <ContextMenu at={at} onClose={onClose} label={t('Actions for %s', name)}>
      {row.kind === 'table' ? <TableItems {...props} /> : <ColumnItems row={row} {...props} />}
    </ContextMenu>
  );
}

type ItemsProps = Omit<TableMenuProps, 'row' | 'at' | 'onClose'>;

function TableItems({ isPinned, isOfTab, noRows, commands }: ItemsProps) {
  return (
    <>
      <MenuItem icon={<IconColumnInsertLeft {...size} />} onClick={commands.insert}>
        {t('Insert name')}
      </MenuItem>
      <MenuItem icon={<IconCopy {...size} />} onClick={commands.copyName}>
        {t('Copy name')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={<IconEye {...size} />} disabledReason={noRows} onClick={commands.preview}>
        {t('Preview rows')}
      </MenuItem>
      <MenuItem icon={<IconFilePlus {...size} />} onClick={commands.openSelect}>
        {t('Open SELECT in a new tab')}
      </MenuItem>
      <MenuItem icon={<IconCode {...size} />} onClick={commands.copySelect}>
        {t('Copy SELECT')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={isPinned ? <IconPinnedOff {...size} /> : <IconPin {...size} />} onClick={commands.pin}>
        {isPinned ? t('Unpin') : t('Pin')}
      </MenuItem>
      <MenuItem icon={<IconRefresh {...size} />} onClick={commands.refresh}>
        {t('Read its columns anew')}
      </MenuItem>
      {isOfTab && (
        <MenuItem icon={<IconX {...size} />} onClick={commands.close}>
          {t('Remove from this tab')}
        </MenuItem>
      )}
    </>
  );
}

function ColumnItems({ row, noRows, commands }: ItemsProps & { readonly row: ColumnRow }) {
  return (
    <>
      <MenuItem icon={<IconColumnInsertLeft {...size} />} onClick={commands.insert}>
        {t('Insert name')}
      </MenuItem>
      <MenuItem icon={<IconCopy {...size} />} onClick={commands.copyName}>
        {t('Copy name')}
      </MenuItem>
      <MenuItem icon={<IconChartHistogram {...size} />} disabledReason={noRows} onClick={commands.profile}>
        {t('Profile')}
      </MenuItem>
      {row.reference && (
        <MenuItem icon={<IconArrowUpRight {...size} />} onClick={commands.jump}>
          {t('Go to %s', row.reference.to.name)}
        </MenuItem>
      )}
    </>
  );
}
