import { goldenTests } from '../../testing/golden.ts';
import { cases } from './fixtures/cases.ts';

goldenTests(import.meta.dirname, cases);
