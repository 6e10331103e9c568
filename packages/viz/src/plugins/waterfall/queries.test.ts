import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { waterfall } from './index.ts';

queryTests(waterfall, queryCases);
