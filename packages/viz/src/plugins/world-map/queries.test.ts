import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { worldMap } from './index.ts';

queryTests(worldMap, queryCases);
