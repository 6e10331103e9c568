import {
  IconAlertCircleFilled,
  IconArrowBackUp,
  IconLayoutSidebarLeftCollapse,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { t, tMarked, tn } from '@tessera/core/messages';
import type { PanelContext, Section } from '@tessera/viz/define';
import { labelIn } from '@tessera/viz/panel';
import type { AnyViz } from '@tessera/viz/erase';
import { useMemo, useState, type ReactNode } from 'react';
import type { Shown } from '../chart/use-chart.ts';
import { ControlEditor } from '../controls/ControlEditor.tsx';
import type { PanelData } from '../controls/editor-props.ts';
import { Switch } from '../ui/fields/Checkbox.tsx';
import { SearchInput } from '../ui/fields/TextInput.tsx';
import { Button } from '../ui/buttons/Button.tsx';
import { cx } from '../ui/common/cx.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { Tabs } from '../ui/layout/Tabs.tsx';
import { visibleControls } from './editor-store.ts';
import { CarriedNotice } from './CarriedNotice.tsx';
import { MissingFieldsNotice } from './MissingFieldsNotice.tsx';
import classes from './ControlPanel.module.css';
import { ControlSection } from './ControlSection.tsx';
import { changedControls, freshValue, matchesSearch, sectionsWith } from './panel-filter.ts';
import { NotDrawn } from './NotDrawn.tsx';
import type { Session } from './use-session.ts';
import type { AutoRun } from './use-auto-run.ts';
import { TypeStrip } from './type-strip/TypeStrip.tsx';
import { UnreadNotice } from './UnreadNotice.tsx';

type ControlPanelProps = {
  readonly session: Session;
  readonly viz: AnyViz;
  readonly data: PanelData;
  readonly hasRun: boolean;
  /** The last picture. */
  readonly picture: Shown | null;
  readonly auto: AutoRun;
  readonly onGallery: () => void;
  readonly onCollapse?: () => void;
};

type Tab = 'data' | 'customize';

/** The settings of the chart, as its type defines them. */
export function ControlPanel(props: ControlPanelProps) {
  const { session, viz, data, hasRun, picture, auto, onGallery, ...fold } = props;
  const [tab, setTab] = useState<Tab>('data');
  const [search, setSearch] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const { form, panel } = data;
  const shown = useMemo(() => visibleControls(viz, form, panel), [viz, form, panel]);
  const changed = useMemo(() => changedControls(viz, form, panel), [viz, form, panel]);
  const sections = sectionsWith(viz.sections, (key) => shown.has(key));
  const keysOf = (name: Tab) =>
    sections.filter((section) => section.tab === name).flatMap((section) => section.controls);
  const failing = (name: Tab) => keysOf(name).filter((key) => session.errors[key] !== undefined).length;
  const isFiltered = search.trim() !== '' || onlyChanged;
  const drawn = (some: readonly Section[]) => (
    <Sections sections={some} session={session} viz={viz} data={data} changed={changed} isForced={isFiltered} />
  );

  const found = () =>
    sectionsWith(sections, (key, section) => {
      const control = viz.controls[key];
      return (
        control !== undefined &&
        (!onlyChanged || changed.has(key)) &&
        matchesSearch(search, key, form, control, section)
      );
    });

  const run = () => {
    setSearch('');
    setOnlyChanged(false);
    if (failing('data') > 0) setTab('data');
    else if (failing('customize') > 0) setTab('customize');
    session.run();
  };

  return (
    <section className={classes['panel']} aria-label={t('Chart settings')}>
      <Head session={session} panel={panel} picture={picture} onGallery={onGallery} {...fold} />
      <NotDrawn form={form} viz={viz} />
      <UnreadNotice form={form} viz={viz} />
      <MissingFieldsNotice viz={viz} dataset={data.dataset} />
      <CarriedNotice dataset={data.dataset} onUndo={() => session.step(-1)} />
      <Tools
        search={search}
        onSearch={setSearch}
        changed={[...changed].filter((key) => shown.has(key)).length}
        isOnlyChanged={onlyChanged}
        onOnlyChanged={setOnlyChanged}
      />
      {isFiltered ? (
        <div className={classes['found']}>{drawn(found())}</div>
      ) : (
        <SettingTabs tab={tab} onTab={setTab} failing={failing}>
          {drawn(sections.filter((section) => section.tab === tab))}
        </SettingTabs>
      )}
      <RunBar session={session} hasRun={hasRun} auto={auto} onRun={run} />
    </section>
  );
}

type SettingTabsProps = {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly failing: (tab: Tab) => number;
  readonly children: ReactNode;
};

function SettingTabs({ tab, onTab, failing, children }: SettingTabsProps) {
  const mark = (name: Tab) => (failing(name) === 0 ? undefined : <ProblemMark count={failing(name)} />);
  return (
    <Tabs
      label={t('Settings')}
      value={tab}
      onChange={onTab}
      tabs={[
        { value: 'data', label: t('Data'), mark: mark('data') },
        { value: 'customize', label: t('Customize'), mark: mark('customize') },
      ]}
      className={classes['settings'] ?? ''}
      panelClassName={classes['settingsPanel'] ?? ''}
    >
      {children}
    </Tabs>
  );
}

type HeadProps = Pick<ControlPanelProps, 'session' | 'picture' | 'onGallery' | 'onCollapse'> & {
  readonly panel: PanelContext;
};

function Head({ session, panel, picture, onGallery, onCollapse }: HeadProps) {
  return (
    <header className={classes['panelHead']}>
      <TypeStrip session={session} panel={panel} shown={picture} onGallery={onGallery} />
      {onCollapse && (
        <IconButton
          size="small"
          label={t('Collapse the settings')}
          icon={<IconLayoutSidebarLeftCollapse size={16} stroke={1.5} />}
          onClick={onCollapse}
        />
      )}
    </header>
  );
}

type ToolsProps = {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly changed: number;
  readonly isOnlyChanged: boolean;
  readonly onOnlyChanged: (on: boolean) => void;
};

/** Search over all settings, and those alone that were changed. */
function Tools({ search, onSearch, changed, isOnlyChanged, onOnlyChanged }: ToolsProps) {
  return (
    <div className={classes['tools']}>
      <SearchInput label={t('Search settings')} placeholder={t('Search settings')} value={search} onChange={onSearch} />
      {(changed > 0 || isOnlyChanged) && (
        <button
          type="button"
          aria-pressed={isOnlyChanged}
          className={classes['onlyChanged']}
          onClick={() => onOnlyChanged(!isOnlyChanged)}
        >
          {tn('1 changed', '%(count)s changed', changed)}
        </button>
      )}
    </div>
  );
}

type SectionsProps = Pick<ControlPanelProps, 'session' | 'viz' | 'data'> & {
  readonly sections: readonly Section[];
  readonly changed: ReadonlySet<string>;
  readonly isForced: boolean;
};

function Sections({ sections, session, viz, data, changed, isForced }: SectionsProps) {
  if (sections.length === 0) return <p className={classes['nothing']}>{t('No setting matches.')}</p>;
  return sections.map((section) => (
    <ControlSection
      key={`${viz.type}:${section.tab}:${section.label}`}
      id={section.label}
      label={labelIn(section, data.form)}
      changed={section.controls.filter((key) => changed.has(key)).length}
      failing={section.controls.filter((key) => session.errors[key] !== undefined).length}
      isForced={isForced}
    >
      {section.controls.map((key) => (
        <Setting key={key} name={key} session={session} viz={viz} data={data} isChanged={changed.has(key)} />
      ))}
    </ControlSection>
  ));
}

function ProblemMark({ count }: { readonly count: number }) {
  return (
    <IconAlertCircleFilled
      size={14}
      className={classes['danger']}
      aria-label={tn('1 setting needs attention', '%(count)s settings need attention', count)}
    />
  );
}

type SettingProps = Pick<ControlPanelProps, 'session' | 'viz' | 'data'> & {
  readonly name: string;
  readonly isChanged: boolean;
};

function Setting({ name, session, viz, data, isChanged }: SettingProps) {
  const own = viz.controls[name];
  if (!own) return null;
  const label = labelIn(own, data.form);
  const control = label === own.label ? own : { ...own, label };
  return (
    <div className={cx(classes['setting'], isChanged && classes['changed'])} data-changed={isChanged || undefined}>
      <ControlEditor
        name={name}
        control={control}
        value={data.form[name]}
        errors={session.errors[name] ?? []}
        data={data}
        onMend={session.setControl}
        onChange={(value) => session.setControl(name, value)}
      />
      {isChanged && (
        <IconButton
          size="small"
          className={classes['reset']}
          label={t('Reset %s', tMarked(label))}
          icon={<IconArrowBackUp size={14} stroke={1.5} />}
          onClick={() => session.setControl(name, freshValue(viz, name, data.panel))}
        />
      )}
    </div>
  );
}

type RunBarProps = Pick<ControlPanelProps, 'session' | 'hasRun' | 'auto'> & { readonly onRun: () => void };

function RunBar({ session, hasRun, auto, onRun }: RunBarProps) {
  const problems = Object.keys(session.errors).length;
  return (
    <footer className={classes['runBar']}>
      <Button
        wide
        variant={session.isStale ? 'primary' : 'default'}
        icon={<IconPlayerPlay size={16} stroke={1.5} />}
        title={t('Ctrl or ⌘ + Enter')}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={onRun}
      >
        {hasRun ? t('Update chart') : t('Create chart')}
      </Button>
      <div className={classes['auto']}>
        <Switch label={t('Update automatically')} checked={auto.isOn} onChange={auto.set} />
      </div>
      {problems > 0 && (
        <p className={classes['problems']} role="status">
          {tn('One setting needs attention.', '%(count)s settings need attention.', problems)}
        </p>
      )}
    </footer>
  );
}
