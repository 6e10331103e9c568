import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { histogram } from './index.ts';

queryTests(histogram, queryCases);
