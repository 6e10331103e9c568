import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { selectTests } from '../../testing/select-cases.ts';
import { mixedTimeseries } from './mixed.ts';

type Touched = { readonly seriesName: string; readonly seriesIndex: number; readonly data?: readonly unknown[] };

selectTests(
  erase(mixedTimeseries),
  join(import.meta.dirname, 'fixtures/select-mixed.json'),
  (marks, touched) => {
    const { seriesName, data } = touched as Touched;
    return marks.find(
      ({ series, datum }) =>
        series === seriesName && (!data || Object.values(datum).includes(data[0] as number | string | null)),
    );
  },
  {
    'unknown series': { why: '42 f, a label that the result does not have selects nothing', results: ['$none'] },
    'category axis': {
      why: '42 f, the dimension has the value of its series, not that of the axis',
      results: [
        {
          drillToDetail: [
            { col: 'cat', op: '==', val: 'x', formattedVal: 'x' },
            { col: 'region', op: '==', val: 'EU', formattedVal: 'EU' },
          ],
          crossFilter: {
            dataMask: {
              extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] },
              filterState: { value: [['EU']], selectedValues: ['EU'] },
            },
            isCurrentValueSelected: false,
          },
          drillBy: {
            filters: [{ col: 'region', op: '==', val: 'EU', formattedVal: 'EU' }],
            groupbyFieldName: 'groupby',
            adhocFilterFieldName: 'adhoc_filters',
          },
        },
      ],
    },
    'null dimension': {
      why: '42 f, null is IS NULL',
      results: [
        {
          extraFormData: { filters: [{ col: 'region', op: 'IS NULL' }] },
          filterState: { value: [[null]], selectedValues: ['<NULL>'] },
        },
      ],
    },
  },
);
