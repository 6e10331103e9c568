import {
  IconAlertCircleFilled,
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { t, tMarked, tn } from '@tessera/core/messages';
import type { AnyViz } from '@tessera/viz/erase';
import { useMemo, useState } from 'react';
import type { Shown } from '../../chart/use-chart.ts';
import { ControlEditor } from '../../controls/ControlEditor.tsx';
import type { PanelData } from '../../controls/editor-props.ts';
import { Switch } from '../../ui/fields/Checkbox.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { cx } from '../../ui/common/cx.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import classes from './Explore.module.css';
import { visibleControls } from './explore-store.ts';
import { NotDrawn } from './NotDrawn.tsx';
import type { Session } from './use-explore-session.ts';
import type { AutoRun } from './use-auto-run.ts';
import { TypeStrip } from './type-strip/TypeStrip.tsx';

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
export function ControlPanel({ session, viz, data, hasRun, picture, auto, onGallery, onCollapse }: ControlPanelProps) {
  const [tab, setTab] = useState<Tab>('data');
  const shown = useMemo(() => visibleControls(viz, data.form, data.panel), [viz, data.form, data.panel]);
  const sections = viz.sections
    .map((section) => ({ ...section, controls: section.controls.filter((key) => shown.has(key)) }))
    .filter((section) => section.controls.length > 0);
  const failing = (name: Tab) =>
    sections
      .filter((section) => section.tab === name)
      .flatMap((section) => section.controls)
      .filter((key) => session.errors[key] !== undefined).length;
  const mark = (name: Tab) => (failing(name) === 0 ? undefined : <ProblemMark count={failing(name)} />);

  const run = () => {
    if (failing('data') > 0) setTab('data');
    else if (failing('customize') > 0) setTab('customize');
    session.run();
  };

  return (
    <section className={classes['panel']} aria-label={t('Chart settings')}>
      <header className={classes['panelHead']}>
        <TypeStrip session={session} panel={data.panel} shown={picture} onGallery={onGallery} />
        {onCollapse && (
          <IconButton
            size="small"
            label={t('Collapse the settings')}
            icon={<IconLayoutSidebarLeftCollapse size={16} stroke={1.5} />}
            onClick={onCollapse}
          />
        )}
      </header>
      <NotDrawn form={data.form} viz={viz} />
      <Tabs
        label={t('Settings')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'data', label: t('Data'), mark: mark('data') },
          { value: 'customize', label: t('Customize'), mark: mark('customize') },
        ]}
        className={classes['settings'] ?? ''}
        panelClassName={classes['settingsPanel'] ?? ''}
      >
        {sections
          .filter((section) => section.tab === tab)
          .map((section) => (
            <ControlSection key={`${viz.type}:${tab}:${section.label}`} label={section.label}>
              {section.controls.map((key) => (
                <Setting key={key} name={key} session={session} viz={viz} data={data} />
              ))}
            </ControlSection>
          ))}
      </Tabs>
      <RunBar session={session} hasRun={hasRun} auto={auto} onRun={run} />
    </section>
  );
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

type SettingProps = Pick<ControlPanelProps, 'session' | 'viz' | 'data'> & { readonly name: string };

function Setting({ name, session, viz, data }: SettingProps) {
  const control = viz.controls[name];
  if (!control) return null;
  return (
    <ControlEditor
      name={name}
      control={control}
      value={data.form[name]}
      errors={session.errors[name] ?? []}
      data={data}
      onMend={session.setControl}
      onChange={(value) => session.setControl(name, value)}
    />
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

function ControlSection({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <section className={classes['section']}>
      <h2>
        <button
          type="button"
          className={classes['sectionHead']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {tMarked(label)}
          <IconChevronDown
            size={16}
            stroke={1.5}
            aria-hidden
            className={cx(classes['groupChevron'], !isOpen && classes['closed'])}
          />
        </button>
      </h2>
      {isOpen && <div className={classes['controls']}>{children}</div>}
    </section>
  );
}
