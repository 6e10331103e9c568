import { metricLabel, type Metric } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { readMetrics } from '@tessera/viz/control-kinds/metrics';
import { moveItem, addMetric } from './values.ts';
import { editorLook, type EditorProps } from './editor-props.ts';
import { aggregateOf } from './aggregate.ts';
import { metricPill } from './field-options.tsx';
import { matchNames } from './pasted-names.ts';
import { MetricPicker } from './MetricPicker.tsx';
import { PillField } from './PillField.tsx';

export function MetricsEditor(props: EditorProps<'metrics'>) {
  return <MetricPills {...props} multiple />;
}

export function MetricEditor(props: EditorProps<'metric'>) {
  return <MetricPills {...props} multiple={false} />;
}

function MetricPills({ multiple, ...props }: EditorProps<'metric' | 'metrics'> & { readonly multiple: boolean }) {
  const {
    name,
    value,
    onChange,
    data: { dataset },
  } = props;
  const metrics = readMetrics(value);
  const write = (next: readonly Metric[]) => onChange(multiple ? next : (next[0] ?? null));
  const put = (metric: Metric, index: number | null) => {
    if (index !== null) write(metrics.map((old, at) => (at === index ? metric : old)));
    else write(multiple ? addMetric(metrics, metric) : [metric]);
  };

  // A column that is named stands for its usual aggregate.
  const paste = (names: readonly string[]) => {
    const saved = matchNames(names, dataset.metrics);
    const { found, unknown } = matchNames(saved.unknown, dataset.columns);
    const all = [...saved.found.map((one) => one.name), ...found.map((one) => aggregateOf(dataset, one.name))];
    write(multiple ? all.reduce<readonly Metric[]>(addMetric, metrics) : all.slice(0, 1));
    return unknown;
  };

  return (
    <PillField
      name={name}
      look={editorLook(props)}
      items={metrics.map((metric) => metricPill(dataset, metric))}
      multiple={multiple}
      placeholder={multiple ? t('Drop or choose metrics') : t('Drop or choose a metric')}
      accepts={(drag) => drag.kind !== 'pill'}
      onDrop={(drag) => {
        if (drag.kind === 'metric') put(drag.name, null);
        if (drag.kind === 'column') put(aggregateOf(dataset, drag.name), null);
      }}
      onPaste={paste}
      onMove={(from, to) => write(moveItem(metrics, from, to))}
      onRemove={(index) => write(metrics.filter((_, at) => at !== index))}
      editorWidth={340}
      renderEditor={(index, close, typed) => (
        <MetricPicker
          key={index ?? 'new'}
          dataset={dataset}
          current={index === null ? null : (metrics[index] ?? null)}
          chosen={new Set(metrics.map(metricLabel))}
          typed={typed}
          onPick={(metric) => {
            put(metric, index);
            close();
          }}
        />
      )}
    />
  );
}
