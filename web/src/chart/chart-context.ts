import { formatNumber } from '@tessera/core/formats/number';
import { formatTime } from '@tessera/core/formats/time';
import type { ChartContext } from '@tessera/viz/define';
import { useMemo } from 'react';
import { chartThemes } from '../ui/chart-theme.ts';
import { themeMode, usePreferences } from '../ui/preferences.ts';
import { useColorLookup } from './color-scope.tsx';
import type { Size } from './use-size.ts';

/** Everything that a drawing needs from around it; null until the place has a size. */
export function useChartContext(size: Size | null, verboseNames: Readonly<Record<string, string>>, labelColors: Readonly<Record<string, string>>): ChartContext | null {
  const mode = usePreferences(themeMode);
  const color = useColorLookup(mode, labelColors);
  return useMemo(() => {
    if (!size || size.width === 0 || size.height === 0) return null;
    return {
      ...size,
      theme: chartThemes[mode],
      color,
      formatNumber: (format, value, currency) => formatNumber(format, value, currency ?? null),
      formatTime: (format, epochMs, grain) => formatTime(format, epochMs, grain ?? null),
      verboseName: (name) => (Object.hasOwn(verboseNames, name) ? (verboseNames[name] ?? name) : name),
    };
  }, [size, mode, color, verboseNames]);
}
