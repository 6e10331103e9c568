import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { labelOf } from '../../select.ts';
import { DIMENSION_EXCEPTIONS, selectTests } from '../../testing/select-cases.ts';
import { funnel } from './index.ts';

selectTests(
  erase(funnel),
  join(import.meta.dirname, 'fixtures/select.json'),
  (marks, touched) => marks.find((mark) => labelOf(mark) === (touched as { readonly name: string }).name),
  {
    ...DIMENSION_EXCEPTIONS,
    'time dimension': {
      why: '42 f, a label that the result does not have selects nothing: dates read as everywhere',
      results: ['$none', '$none'],
    },
  },
);
