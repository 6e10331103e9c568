import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { hasValue, timeFormat } from '../shared/controls.ts';
import { defineBundle } from './bundle.ts';

/** What a tooltip over an axis says. */
export const tooltip = defineBundle({
  controls: {
    rich_tooltip: {
      kind: 'bool',
      label: msg('Rich tooltip'),
      hint: msg('Show all series of a point in one tooltip.'),
      default: true,
      renderOnly: true,
    },
    showTooltipTotal: { kind: 'bool', label: msg('Show total'), default: true, renderOnly: true, visible: isRich },
    showTooltipPercentage: {
      kind: 'bool',
      label: msg('Show percentage'),
      default: false,
      renderOnly: true,
      // Shares of shares say nothing.
      visible: (form) => isRich(form) && !hasValue(form, 'contributionMode'),
    },
    tooltipSortByMetric: {
      kind: 'bool',
      label: msg('Tooltip sort by metric'),
      default: false,
      renderOnly: true,
      visible: isRich,
    },
    tooltipTimeFormat: timeFormat('Tooltip time format'),
  },
  sections: [
    {
      tab: 'customize',
      label: msg('Tooltip'),
      controls: [
        'rich_tooltip',
        'showTooltipTotal',
        'showTooltipPercentage',
        'tooltipSortByMetric',
        'tooltipTimeFormat',
      ],
    },
  ],
});

function isRich(form: RawForm): boolean {
  return form['rich_tooltip'] !== false;
}
