import { losesParts, repairLayout } from '@tessera/core/layout/stored';
import { POSITION_LIMIT } from '@tessera/core/layout/types';
import { useMemo } from 'react';
import type { DashboardItem } from '../../../api/dashboards.ts';
import { onDemand } from '../../../ui/common/on-demand.tsx';

// Most layouts are in order.
const RepairWords = onDemand(async () => (await import('./RepairWords.tsx')).RepairWords);

type RepairNoticeProps = { readonly item: DashboardItem; readonly onSave: () => void };

/** Says over a dashboard what of its stored layout was repaired to show it, and stores the repair. */
export function RepairNotice({ item, onSave }: RepairNoticeProps) {
  const { position_json: stored } = item;
  const repairs = useMemo(() => repairLayout(stored).repairs, [stored]);
  const isLarge = (stored?.length ?? 0) > POSITION_LIMIT;
  const isReported = item.can_edit ? repairs.size > 0 || isLarge : losesParts(repairs);
  return isReported ? <RepairWords item={item} repairs={repairs} onSave={onSave} /> : null;
}
