import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { labelOf } from '../../select.ts';
import { DIMENSION_EXCEPTIONS, selectTests } from '../../testing/select-cases.ts';
import { gauge } from './index.ts';

selectTests(
  erase(gauge),
  join(import.meta.dirname, 'fixtures/select.json'),
  (marks, touched) => marks.find((mark) => labelOf(mark) === (touched as { readonly name: string }).name),
  {
    ...DIMENSION_EXCEPTIONS,
    'time dimension': {
      why: 'a label that nobody sees selects nothing: dates read as dates',
      results: ['$none', '$none'],
    },
    'empty text value': {
      why: 'a label that nobody sees selects nothing: an empty text is named',
      results: ['$none', '$none'],
    },
    'selection of a value no longer in the data, click it': {
      why: '42 f, a label that the result does not have selects nothing',
      results: [
        '$none',
        {
          extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] },
          filterState: { value: [['EU']], selectedValues: ['region: EU'] },
        },
      ],
    },
  },
);
