import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { labelOf } from '../../select.ts';
import { selectTests } from '../../testing/select-cases.ts';
import { pie } from './index.ts';

selectTests(
  erase(pie),
  join(import.meta.dirname, 'fixtures/select.json'),
  (marks, touched) => marks.find((mark) => labelOf(mark) === (touched as { readonly name: string }).name),
  {
    'cross-filtering off': {
      why: '42 f, a menu offers only what is on',
      results: [
        '$none',
        {
          drillToDetail: [{ col: 'region', op: '==', val: 'EU', formattedVal: 'EU' }],
          drillBy: {
            filters: [{ col: 'region', op: '==', val: 'EU', formattedVal: 'EU' }],
            groupbyFieldName: 'groupby',
          },
        },
      ],
    },
    'selection of a value no longer in the data, click it': {
      why: '42 f, a label that the result does not have selects nothing',
      results: [
        '$none',
        {
          extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] },
          filterState: { value: [['EU']], selectedValues: ['EU'] },
        },
      ],
    },
  },
);
