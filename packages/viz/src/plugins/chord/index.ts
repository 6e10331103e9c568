import { buildQueryObject, uniqueBy } from '@tessera/core/build-query';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { type ChartContext, defineViz, type QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { selectMarks } from '../../select.ts';
import { chordControls, chordDefaults, type ChordForm, chordSections } from './controls.ts';
import { chordNotes, emptyChord, readFlows } from './flows.ts';
import { chordMarks } from './marks.ts';
import { chordScene } from './scene.ts';

const DESCRIBED = 5;

export const chord = defineViz({
  type: 'chord',
  controls: chordControls,
  sections: chordSections,
  roles: { source: 'groupby', target: 'columns', value: 'metric', filters: 'adhoc_filters' },
  defaults: chordDefaults,

  buildQueries: (form, raw) => [
    {
      ...buildQueryObject(raw),
      columns: uniqueBy(
        [form.groupby, form.columns].filter((column) => column !== null),
        columnLabel,
      ),
      ...(form.sort_by_metric && form.metric !== null ? { orderby: [[form.metric, false]] } : {}),
    },
  ],

  describe: describeChord,
  notes: chordNotes,
  select: (event, _results, _form, inputs) => selectMarks(event, inputs),
  whyEmpty: emptyChord,

  drawing: {
    kind: 'scene',
    toScene: (results, form, context) => chordScene(results, form, context, describeChord(results, form, context)),
    marks: chordMarks,
  },
});

function describeChord(results: readonly QueryResult[], form: ChordForm, context: ChartContext): string {
  const { nodes, flows } = readFlows(results[0], form, context);
  if (flows.length === 0 || form.metric === null) return t('Chord diagram without data.');
  const say = metricWriter(form.metric, context, form.y_axis_format).short;
  const told = flows
    .toSorted((a, b) => b.value - a.value)
    .slice(0, DESCRIBED)
    .map(({ from, to, value }) => `${nodes[from]?.name ?? ''} → ${nodes[to]?.name ?? ''} ${say(value)}`);
  return tn(
    'Chord diagram of %(metric)s, one flow among %(nodes)s nodes: %(told)s.',
    'Chord diagram of %(metric)s, %(count)s flows among %(nodes)s nodes, the greatest: %(told)s.',
    flows.length,
    { metric: context.verboseName(metricLabel(form.metric)), nodes: nodes.length, told: told.join(', ') },
  );
}
