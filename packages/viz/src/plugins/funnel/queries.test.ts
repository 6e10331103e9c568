import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { funnel } from './index.ts';

queryTests(funnel, queryCases);
