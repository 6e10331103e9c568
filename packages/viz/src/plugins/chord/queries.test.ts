import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { chord } from './index.ts';

queryTests(chord, queryCases);
