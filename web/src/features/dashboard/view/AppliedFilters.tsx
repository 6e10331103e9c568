import { IconFilter } from '@tabler/icons-react';
import type { MaskSource } from '@tessera/core/effective-query/sources';
import { t } from '@tessera/core/messages';
import { Tooltip } from '../../../ui/overlays/Tooltip.tsx';
import { sourceName } from '../../../chart/source-name.ts';
import cardStyles from './Card.module.css';

/** How many filters of the dashboard reach a card; their names on demand. Nothing where none does. */
export function AppliedFilters({ sources }: { readonly sources: readonly MaskSource[] }) {
  if (sources.length === 0) return null;
  const names = sources.map(sourceName).join(', ');
  return (
    <Tooltip label={names}>
      <span className={cardStyles['filters']} role="img" aria-label={t('Filtered by %s', names)}>
        <IconFilter size={12} stroke={1.5} aria-hidden />
        {sources.length}
      </span>
    </Tooltip>
  );
}
