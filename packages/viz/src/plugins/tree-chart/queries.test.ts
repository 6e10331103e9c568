import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { tree } from './index.ts';

queryTests(tree, queryCases);
