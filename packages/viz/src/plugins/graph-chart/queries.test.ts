import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { graph } from './index.ts';

queryTests(graph, queryCases);
