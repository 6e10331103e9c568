import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { selectTests } from '../../testing/select-cases.ts';
import { graph } from './index.ts';

type Touched = {
  readonly dataType: 'node' | 'edge';
  readonly data: { readonly id?: string; readonly source?: string; readonly target?: string };
};

selectTests(
  erase(graph),
  join(import.meta.dirname, 'fixtures/select.json'),
  (marks, touched) => {
    const { dataType, data } = touched as Touched;
    const nodes = marks.filter(({ drawn }) => drawn !== undefined);
    const nameOf = (id: string | undefined) => nodes[Number(id)]?.filters[0]?.formattedVal;
    if (dataType === 'node') return nodes[Number(data.id)];
    return marks.find(({ key }) => key === `edge ${nameOf(data.source)} → ${nameOf(data.target)}`);
  },
  {
    'unknown node': { why: '42 f, a menu offers only what is on', results: ['$none', '$none'] },
    'edge with an unknown end': { why: '42 f, a menu offers only what is on', results: ['$none'] },
    'number name': {
      why: 'labels are texts',
      results: [
        {
          extraFormData: { filters: [{ col: 'from_city', op: 'IN', val: [1] }] },
          filterState: { value: [1], selectedValues: ['1'] },
        },
      ],
    },
  },
);
