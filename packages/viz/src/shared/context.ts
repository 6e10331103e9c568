import { colorLookup, noColors } from '@tessera/core/colors/assign';
import { formatNumber } from '@tessera/core/formats/number';
import { formatTime } from '@tessera/core/formats/time';
import { readerLocale } from '@tessera/core/messages';
import type { ChartContext, ChartTheme } from '../define.ts';
import { type ChartInputs, NO_INPUTS } from '../inputs.ts';
import { readMetricFormats, type StoredMetric } from '../read-metric-formats.ts';
import { chartTheme } from './theme.ts';

export type ChartSurroundings = {
  readonly width: number;
  readonly height: number;
  readonly mode: ChartTheme['mode'];
  /** Whether the reader's system asks for more contrast. */
  readonly hasMoreContrast?: boolean;
  /** Verbose names by column or metric name. */
  readonly verboseNames?: Readonly<Record<string, string>>;
  /** The saved metrics of the dataset, for how they are written. */
  readonly metrics?: readonly StoredMetric[] | undefined;
  /** Who gives categories their colours; a dashboard hands in one for all of its charts. */
  readonly color?: (scheme: string, name: string) => string;
  /** What a user did with the chart so far; nothing on a server. */
  readonly inputs?: ChartInputs;
  readonly additivity?: ChartContext['additivity'];
  readonly tiles?: ChartContext['tiles'] | null | undefined;
  /** BCP 47, of numbers and dates; the reader's in a browser. */
  readonly locale?: string;
};

/** Everything that a drawing needs from around it; the browser and the server make it here, so that they draw alike. */
export function createChartContext({
  width,
  height,
  mode,
  hasMoreContrast = false,
  verboseNames = {},
  metrics,
  color = colorLookup({ mode, assignment: noColors }),
  inputs = NO_INPUTS,
  additivity,
  tiles,
  locale = readerLocale(),
}: ChartSurroundings): ChartContext {
  return {
    width,
    height,
    theme: chartTheme(mode, hasMoreContrast),
    color,
    formatNumber: (format, value, currency) => formatNumber(format, value, currency ?? null, locale),
    formatTime: (format, epochMs, grain) => formatTime(format, epochMs, grain ?? null, locale),
    verboseName: (name) => (Object.hasOwn(verboseNames, name) ? verboseNames[name] || name : name),
    inputs,
    ...(metrics ? { metricFormats: readMetricFormats(metrics) } : {}),
    ...(additivity ? { additivity } : {}),
    ...(tiles ? { tiles } : {}),
  };
}
