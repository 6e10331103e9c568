import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { bullet } from './index.ts';

queryTests(bullet, queryCases);
