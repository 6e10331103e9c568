import { t } from '@tessera/core/messages';
import { cellText } from '@tessera/viz/layer/labels';
import { labelOf } from '@tessera/viz/select';
import { copyText } from '../ui/feedback/copy.ts';
import { ContextMenu } from '../ui/overlays/ContextMenu.tsx';
import { MenuDivider, MenuItem } from '../ui/overlays/Menu.tsx';
import type { InputControl } from './use-inputs.ts';
import type { OpenMenu, Touch } from './use-touch.ts';

type MarkMenuProps = {
  readonly menu: OpenMenu;
  readonly touch: Touch;
  readonly control: InputControl;
};

/** What can be done with one mark; nothing is listed that does nothing. */
export function MarkMenu({ menu: { mark, target, at, series }, touch, control }: MarkMenuProps) {
  const { inputs, setHidden } = control;
  const crossFilter = target?.crossFilter ?? null;
  const { series: own } = mark;
  const value = Object.values(mark.datum).at(-1);
  return (
    <ContextMenu at={at} label={mark.name} onClose={touch.closeMenu}>
      {crossFilter && (
        <MenuItem onClick={() => touch.select(mark, false)}>
          {crossFilter.isSelected ? t('Clear the selection') : t('Select %(label)s', { label: labelOf(mark) })}
        </MenuItem>
      )}
      {own !== null && series.length > 1 && inputs.hidden.size < series.length - 1 && (
        <MenuItem onClick={() => setHidden(new Set(series.filter((name) => name !== own)))}>
          {t('Show only this series')}
        </MenuItem>
      )}
      {inputs.hidden.size > 0 && <MenuItem onClick={() => setHidden(new Set())}>{t('Show all series')}</MenuItem>}
      <MenuDivider />
      <MenuItem onClick={() => void copyText(cellText(mark.value ?? value ?? null))}>{t('Copy value')}</MenuItem>
      <MenuItem onClick={() => void copyText(mark.name)}>{t('Copy name and value')}</MenuItem>
    </ContextMenu>
  );
}
