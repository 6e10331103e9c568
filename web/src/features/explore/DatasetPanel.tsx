import {
  IconChartHistogram,
  IconChevronDown,
  IconInfoCircle,
  IconLayoutSidebarLeftCollapse,
  IconRosetteDiscountCheck,
  IconSwitchHorizontal,
  IconTable,
  IconTableAlias,
} from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { hrefOf, pastQueryHref, savedQueryHref } from '@tessera/core/pages';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useDragSource, type DragData } from '../../controls/drag.ts';
import { isQuery, type DatasetFields, type FieldColumn, type FieldMetric } from '../../controls/fields.ts';
import { matchFields } from '../../controls/FieldList.tsx';
import { KindIcon } from '../../controls/KindIcon.tsx';
import { cx } from '../../ui/common/cx.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/overlays/Menu.tsx';
import { SearchInput } from '../../ui/fields/TextInput.tsx';
import { Tooltip } from '../../ui/overlays/Tooltip.tsx';
import { ColumnProfilePane } from './ColumnProfilePane.tsx';
import classes from './Explore.module.css';
import type { Session } from '../../chart-editor/use-session.ts';
import fieldStyles from './DatasetPanel.module.css';

type DatasetPanelProps = {
  readonly dataset: DatasetFields;
  /** Put a field where it fits best: what dragging does, by keyboard. */
  readonly onUse: (field: DragData) => void;
  readonly session: Session;
  readonly onSwitch: () => void;
  readonly onCollapse?: () => void;
};

/** What there is to choose from: metrics and columns of the dataset, to drag or to press. */
export function DatasetPanel({ dataset, onUse, session, onSwitch, onCollapse }: DatasetPanelProps) {
  const [search, setSearch] = useState('');
  const look = useLook();
  const looked = dataset.columns.find((column) => column.name === look.name);
  const metrics = matchFields(
    dataset.metrics.map((metric) => ({ ...metric, note: `${metric.name} ${metric.expression}` })),
    search,
  );
  const columns = matchFields(
    dataset.columns.map((column) => ({ ...column, note: column.name })),
    search,
  );
  return (
    <section className={classes['panel']} aria-label={t('Dataset')}>
      <PanelHead dataset={dataset} onSwitch={onSwitch} {...(onCollapse ? { onCollapse } : {})} />
      <div className={classes['panelSearch']}>
        <SearchInput
          label={t('Search metrics and columns')}
          placeholder={t('Search fields')}
          value={search}
          onChange={setSearch}
        />
      </div>
      <div className={fieldStyles['fields']}>
        <Group
          title={t('Metrics')}
          shown={metrics.length}
          all={dataset.metrics.length}
          empty={search === '' ? t('No saved metrics yet.') : t('No metric matches.')}
        >
          {metrics.map((metric) => (
            <MetricRow key={metric.name} metric={metric} onUse={onUse} />
          ))}
        </Group>
        <Group
          title={t('Columns')}
          shown={columns.length}
          all={dataset.columns.length}
          empty={search === '' ? t('This dataset has no columns. Sync it from its source.') : t('No column matches.')}
        >
          {columns.map((column) => (
            <ColumnRow key={column.name} column={column} onUse={onUse} look={look} />
          ))}
        </Group>
        {dataset.columns.length === 0 && <Link to={sourceHref(dataset)}>{t('Open the dataset')}</Link>}
      </div>
      {looked && (
        <ColumnProfilePane dataset={dataset} column={looked} session={session} onClose={() => look.at(null)} />
      )}
    </section>
  );
}

function PanelHead({ dataset, onSwitch, onCollapse }: Omit<DatasetPanelProps, 'onUse' | 'session'>) {
  const Icon = dataset.isVirtual ? IconTableAlias : IconTable;
  return (
    <header className={classes['panelHead']}>
      <Icon size={16} stroke={1.5} aria-hidden className={classes['muted']} />
      <div className={fieldStyles['datasetName']}>
        <Tooltip
          label={
            dataset.description ?? ([dataset.databaseName, dataset.schema].filter(Boolean).join(' › ') || dataset.name)
          }
        >
          <h2>{dataset.name}</h2>
        </Tooltip>
      </div>
      <Menu
        label={t('Dataset')}
        trigger={
          <IconButton size="small" label={t('Dataset actions')} icon={<IconChevronDown size={16} stroke={1.5} />} />
        }
      >
        <MenuItem icon={<IconSwitchHorizontal size={16} stroke={1.5} />} onClick={onSwitch}>
          {t('Use another dataset')}
        </MenuItem>
        <MenuLink icon={<IconTable size={16} stroke={1.5} />} to={sourceHref(dataset)}>
          {isQuery(dataset) ? t('Open in the SQL editor') : t('Edit the dataset')}
        </MenuLink>
      </Menu>
      {onCollapse && (
        <IconButton
          size="small"
          label={t('Collapse the fields')}
          icon={<IconLayoutSidebarLeftCollapse size={16} stroke={1.5} />}
          onClick={onCollapse}
        />
      )}
    </header>
  );
}

/** Where the dataset is changed; of a query of the SQL editor its text. */
function sourceHref({ id, type }: DatasetFields): string {
  if (type === 'query') return pastQueryHref(id);
  if (type === 'saved_query') return savedQueryHref(id);
  return hrefOf('dataset', { id });
}

function Group({
  title,
  shown,
  all,
  empty,
  children,
}: {
  readonly title: string;
  readonly shown: number;
  readonly all: number;
  readonly empty: string;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(true);
  return (
    <div className={classes['group']}>
      <button
        type="button"
        className={fieldStyles['groupHead']}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronDown
          size={14}
          stroke={1.5}
          aria-hidden
          className={cx(classes['groupChevron'], !isOpen && classes['closed'])}
        />
        {title}
        <span className={fieldStyles['count']}>{shown === all ? all : `${shown} / ${all}`}</span>
      </button>
      {isOpen &&
        (shown === 0 ? (
          <p className={classes['nothing']}>{empty}</p>
        ) : (
          <ul className={fieldStyles['fieldRows']}>{children}</ul>
        ))}
    </div>
  );
}

/** The column whose profile is shown. */
type Look = {
  readonly name: string | null;
  readonly at: (name: string | null) => void;
  /** The pointer rests on a column: its profile takes the place of another that is open. */
  readonly over: (name: string | null) => void;
};

/** A pointer that passes by asks nothing. */
const REST_MS = 350;

function useLook(): Look {
  const [name, setName] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const over = (next: string | null) => {
    clearTimeout(timer.current);
    if (next !== null) timer.current = setTimeout(() => setName(next), REST_MS);
  };
  const at = (next: string | null) => {
    clearTimeout(timer.current);
    setName(next);
  };
  return { name, at, over };
}

type ColumnRowProps = {
  readonly column: FieldColumn;
  readonly onUse: (field: DragData) => void;
  readonly look: Look;
};

function ColumnRow({ column, onUse, look }: ColumnRowProps) {
  const detail = [
    column.type,
    column.expression === null ? null : t('Calculated: %s', column.expression),
    column.description,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <FieldRow
      drag={{ kind: 'column', name: column.name }}
      icon={<KindIcon kind={column.kind} />}
      label={column.label}
      detail={detail}
      hasNote={column.description !== null || column.expression !== null}
      certifiedBy={column.certifiedBy}
      onUse={onUse}
      onRest={(isOver) => look.over(isOver ? column.name : null)}
      end={
        <IconButton
          size="small"
          className={fieldStyles['profileButton']}
          label={t('Profile of %s', column.label)}
          icon={<IconChartHistogram size={14} stroke={1.5} />}
          pressed={look.name === column.name}
          onClick={() => look.at(look.name === column.name ? null : column.name)}
        />
      }
    />
  );
}

function MetricRow({ metric, onUse }: { readonly metric: FieldMetric; readonly onUse: (field: DragData) => void }) {
  const detail = [metric.expression, metric.description, metric.warning].filter(Boolean).join(' · ');
  return (
    <FieldRow
      drag={{ kind: 'metric', name: metric.name }}
      icon={<KindIcon kind="metric" />}
      label={metric.label}
      detail={detail}
      hasNote={metric.description !== null || metric.warning !== null}
      certifiedBy={metric.certifiedBy}
      onUse={onUse}
    />
  );
}

type FieldRowProps = {
  readonly drag: DragData;
  readonly icon: ReactNode;
  readonly label: string;
  readonly detail: string;
  readonly hasNote: boolean;
  readonly certifiedBy: string | null;
  readonly onUse: (field: DragData) => void;
  readonly onRest?: (isOver: boolean) => void;
  readonly end?: ReactNode;
};

function FieldRow({ drag, icon, label, detail, hasNote, certifiedBy, onUse, onRest, end }: FieldRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const dragging = useDragSource(row, drag);
  return (
    <li
      ref={row}
      className={cx(fieldStyles['fieldRow'], dragging && fieldStyles['dragged'])}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onRest?.(true)}
      onPointerLeave={() => onRest?.(false)}
    >
      <Tooltip label={detail || label} position="right">
        <button
          type="button"
          className={fieldStyles['fieldButton']}
          onClick={() => onUse(drag)}
          aria-label={t('Use %s', label)}
        >
          {icon}
          <span className={fieldStyles['fieldName']}>{label}</span>
          {certifiedBy !== null && (
            <IconRosetteDiscountCheck
              size={14}
              stroke={1.5}
              className={classes['certified']}
              aria-label={t('Certified by %s', certifiedBy)}
            />
          )}
          {hasNote && <IconInfoCircle size={14} stroke={1.5} className={fieldStyles['fieldNote']} aria-hidden />}
        </button>
      </Tooltip>
      {end}
    </li>
  );
}
