import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { rose } from './index.ts';

queryTests(rose, queryCases);
