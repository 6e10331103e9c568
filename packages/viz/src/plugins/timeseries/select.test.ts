import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { selectTests } from '../../testing/select-cases.ts';
import { echartsTimeseriesBar } from './index.ts';

type Touched = { readonly seriesName: string; readonly data: readonly unknown[] };

selectTests(
  erase(echartsTimeseriesBar),
  join(import.meta.dirname, 'fixtures/select.json'),
  (marks, touched) => {
    const { seriesName, data } = touched as Touched;
    return marks.find(
      ({ drawn, datum }) =>
        drawn?.seriesId === seriesName && Object.values(datum).includes(data[0] as number | string | null),
    );
  },
  {
    'no dimension, category null': {
      why: '42 f, null is IS NULL',
      results: [
        {
          extraFormData: { filters: [{ col: 'region', op: 'IS NULL' }] },
          filterState: { label: [[null]], value: [[null]], selectedValues: ['<NULL>'] },
        },
      ],
    },
    off: {
      why: '42 f, a menu offers only what is on',
      results: [
        '$none',
        {
          drillToDetail: [
            { col: 'ds', grain: 'P1D', op: '==', val: 1577836800000, formattedVal: '2020' },
            { col: 'region', op: '==', val: 'EU', formattedVal: 'EU' },
          ],
          drillBy: {
            filters: [{ col: 'region', op: '==', val: 'EU', formattedVal: 'EU' }],
            groupbyFieldName: 'groupby',
          },
        },
      ],
    },
  },
);
