import { t, tMarked } from '@tessera/core/messages';
import { holds, type Me } from '../../api/me.ts';

type Known = {
  readonly user: Pick<Me, 'roles'> | undefined;
  /** How many there are for this user; undefined while that is not known. */
  readonly dashboards: number | undefined;
  readonly charts: number | undefined;
  /** Whether there is a dataset to make a chart of. */
  readonly hasDataset: boolean | undefined;
};

/** What the home page shows to a user: what they may see, and ways on that they may go. */
export type HomeSections = {
  readonly favorites: boolean;
  readonly dashboards: boolean;
  readonly charts: boolean;
  /** Whether making a chart leads anywhere for this user. */
  readonly makesCharts: boolean;
  /** Instead of the sections: why there is nothing, and whom to ask. */
  readonly nothing: string | null;
  /** The sentences of empty sections. */
  readonly noDashboards: string;
  readonly noCharts: string;
};

export function homeSections({ user, dashboards, charts, hasDataset }: Known): HomeSections {
  const may = (permission: string, view: string) => user !== undefined && holds(user, permission, view);
  const seesAll = may('all_datasource_access', 'all_datasource_access');
  const [mayDashboards, mayCharts, mayDatasets] = [
    may('can_read', 'Dashboard'),
    may('can_read', 'Chart'),
    may('can_read', 'Dataset'),
  ];
  const makesDatasets = may('can_write', 'Dataset');
  // Who cannot choose a dataset is not sent to choose one.
  const makesCharts = may('can_write', 'Chart') && ((mayDatasets && hasDataset !== false) || makesDatasets);
  const isEmpty = (!mayDashboards || dashboards === 0) && (!mayCharts || charts === 0);
  const hasNothing = user !== undefined && isEmpty && !makesCharts;
  return {
    // Nothing to star, no word about stars.
    favorites: (mayDashboards || mayCharts) && !hasNothing,
    // An empty section is for those who can fill it.
    dashboards: mayDashboards && (dashboards !== 0 || makesCharts),
    charts: mayCharts && (charts !== 0 || makesCharts),
    makesCharts,
    nothing: !hasNothing
      ? null
      : mayDashboards || mayCharts
        ? tMarked(
            'When somebody shares a dashboard or a chart with you, it is here. Ask whoever has one, or an ' +
              'administrator.',
          )
        : t('Your account has no role that shows dashboards or charts. Ask an administrator for one.'),
    noDashboards: seesAll
      ? t('There are no dashboards yet. Save a chart onto a new one.')
      : t('No dashboard is shared with you yet. Ask whoever has one, or save a chart onto a new one.'),
    noCharts:
      mayDatasets && hasDataset !== false
        ? t('There are no charts yet. Choose a dataset and make the first one.')
        : t('There are no charts yet. Add a dataset and make the first one of it.'),
  };
}
