import { goldenTests } from '../../testing/golden.ts';
import { analyticsCases } from './fixtures/analytics-cases.ts';
import { cases } from './fixtures/cases.ts';

goldenTests(import.meta.dirname, [...cases, ...analyticsCases]);
