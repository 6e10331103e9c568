import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { cartodiagram } from './index.ts';

queryTests(cartodiagram, queryCases);
