import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { sankey } from './index.ts';

queryTests(sankey, queryCases);
