import { join } from 'node:path';
import { erase } from '../../erase.ts';
import { labelOf } from '../../select.ts';
import { DIMENSION_EXCEPTIONS, selectTests } from '../../testing/select-cases.ts';
import { pie } from './index.ts';

selectTests(
  erase(pie),
  join(import.meta.dirname, 'fixtures/select.json'),
  (marks, touched) => marks.find((mark) => labelOf(mark) === (touched as { readonly name: string }).name),
  DIMENSION_EXCEPTIONS,
);
