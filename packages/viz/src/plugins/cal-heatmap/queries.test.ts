import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { calendar } from './index.ts';

queryTests(calendar, queryCases);
