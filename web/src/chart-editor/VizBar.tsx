import { IconLayoutGrid } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { vizEntry, vizName } from '../chart/use-viz.ts';
import { cx } from '../ui/common/cx.ts';
import { Tooltip } from '../ui/overlays/Tooltip.tsx';
import vizStyles from './VizBar.module.css';
import { Thumbnail } from './Thumbnail.tsx';

/** One press away; everything else is in the gallery. */
const QUICK = ['echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area', 'pie', 'table', 'big_number_total'];

export function VizBar({
  type,
  onPick,
  onGallery,
}: {
  readonly type: string;
  readonly onPick: (type: string) => void;
  readonly onGallery: () => void;
}) {
  const quick = QUICK.filter((name) => vizEntry(name) !== undefined);
  const shown = quick.includes(type) || vizEntry(type) === undefined ? quick : [type, ...quick.slice(0, -1)];
  return (
    <div className={vizStyles['vizBar']} role="group" aria-label={t('Chart type')}>
      {shown.map((name) => (
        <Tooltip key={name} label={vizName(name)}>
          <button
            type="button"
            aria-pressed={name === type}
            className={cx(vizStyles['vizQuick'], name === type && vizStyles['vizChosen'])}
            onClick={() => name !== type && onPick(name)}
          >
            <Thumbnail type={name} />
            <span className="ts-visually-hidden">{vizName(name)}</span>
          </button>
        </Tooltip>
      ))}
      <Tooltip label={t('All chart types')}>
        <button
          type="button"
          className={vizStyles['vizAll']}
          aria-label={t('All chart types')}
          aria-haspopup="dialog"
          onClick={onGallery}
        >
          <IconLayoutGrid size={16} stroke={1.5} aria-hidden />
        </button>
      </Tooltip>
    </div>
  );
}
