import { useEffect, useRef, type ReactNode } from 'react';
import { ChartView } from './ChartView.tsx';
import { useChart, type ChartControl, type ChartInput } from './use-chart.ts';

/**
 * A chart that looks after itself: code, data, states, picture. It fills the element around it, which has a height.
 *
 * `form`, `datasource` and the name tables should keep their identity while they do not change. Those who show more
 * beside the picture (rows, age, SQL) take `useChart` and `ChartView`, or listen with `onChange`.
 */
export type ChartHostProps = ChartInput & {
  readonly title: string;
  readonly verboseNames?: Readonly<Record<string, string>>;
  readonly labelColors?: Readonly<Record<string, string>>;
  readonly empty?: ReactNode;
  /** Called with the handle whenever the chart's state, answer or own state changes; for menus, badges and 'refresh all'. */
  readonly onChange?: (chart: ChartControl) => void;
};

export function ChartHost({ title, verboseNames, labelColors, empty, onChange, ...input }: ChartHostProps) {
  const chart = useChart(input);
  const listener = useRef(onChange);
  const latest = useRef(chart);
  useEffect(() => {
    listener.current = onChange;
    latest.current = chart;
  });
  const { state, shown, ownState } = chart;
  useEffect(() => {
    listener.current?.(latest.current);
  }, [state, shown, ownState]);
  return (
    <ChartView
      chart={chart}
      chartId={input.chartId}
      title={title}
      {...(verboseNames === undefined ? {} : { verboseNames })}
      {...(labelColors === undefined ? {} : { labelColors })}
      {...(empty === undefined ? {} : { empty })}
    />
  );
}
