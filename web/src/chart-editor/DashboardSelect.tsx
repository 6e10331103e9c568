import { t } from '@tessera/core/messages';
import { Select } from '../ui/fields/Select.tsx';
import type { DashboardTarget } from './dashboard-choice.ts';

type DashboardSelectProps = {
  readonly dashboards: DashboardTarget;
  /** Dashboards that have the chart already. */
  readonly has?: readonly number[];
  readonly label?: string;
};

/** Which dashboard gets a chart, and which of its tabs: one that is there, or a new one by its title. */
export function DashboardSelect({ dashboards, has = [], label = t('Add to dashboard') }: DashboardSelectProps) {
  const { target, offered, tabs, tab } = dashboards;
  const isThere = target !== null && target.id !== null && has.includes(target.id);
  return (
    <>
      <Select
        label={label}
        description={t('Choose one, or type the name of a new one.')}
        value={target === null ? null : target.id === null ? target.title : String(target.id)}
        options={[
          ...(target !== null && target.id !== null && !offered.some((one) => one.id === target.id)
            ? [{ value: String(target.id), label: target.title }]
            : []),
          ...offered.map((one) => ({
            value: String(one.id),
            label: one.dashboard_title,
            ...(has.includes(one.id) ? { note: t('has it') } : {}),
          })),
        ]}
        placeholder={t('None')}
        loading={dashboards.isFetching}
        emptyText={t('No dashboard matches; type a name to make one.')}
        clearable
        freeEntry
        onSearch={dashboards.setSearch}
        onChange={dashboards.choose}
      />
      {tab !== null && !isThere && (
        <Select
          label={t('Tab')}
          value={tab.id}
          options={tabs.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) => id !== null && dashboards.chooseTab(id)}
        />
      )}
    </>
  );
}
