import type { EngineRegistry } from '../../engines/registry.ts';
import type { DatabaseStore } from '../databases/store.ts';
import type { RowRules } from '../row-level-security/row-security.ts';
import type { DatasetStore } from './store.ts';
import type { WithSource } from './templates.ts';

/** What the service of datasets is given. */
export type Needs = {
  readonly datasets: DatasetStore;
  readonly databases: DatabaseStore;
  readonly engines: EngineRegistry;
  readonly withSource: WithSource;
  readonly rowRules: Pick<RowRules, 'restrictSource' | 'clausesOf'>;
  readonly now: () => Date;
};
