import {
  IconCopy,
  IconEye,
  IconFilter,
  IconFilterMinus,
  IconFlag,
  IconHandClick,
  IconListDetails,
  IconMessageCircle,
  IconSitemap,
} from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { cellText } from '@tessera/viz/layer/labels';
import type { DrillFilter } from '@tessera/viz/events';
import { labelOf } from '@tessera/viz/select';
import { use, type ReactNode } from 'react';
import { copyText } from '../ui/feedback/copy.ts';
import { toast } from '../ui/feedback/toast-store.ts';
import { ContextMenu } from '../ui/overlays/ContextMenu.tsx';
import { MenuDivider, MenuItem, MenuLabel } from '../ui/overlays/Menu.tsx';
import classes from './Chart.module.css';
import {
  drillFilterText,
  filteredTo,
  leavable,
  leftOut,
  valueText,
  valuesOf,
  whyNotLeftOut,
  type IsTime,
} from './drill/mark-filters.ts';
import { MarkDeskContext, type FilterHost, type MarkDesk, type MarkQuestion } from './drill/mark-host.ts';
import { hasNulls, momentOf, timesOf } from './drill/mark-moment.ts';
import type { Shown } from './use-chart.ts';
import type { InputControl } from './use-inputs.ts';
import type { OpenMenu, Touch } from './use-touch.ts';
import { vizEntry } from './use-viz.ts';

type MarkMenuProps = {
  readonly menu: OpenMenu;
  readonly touch: Touch;
  readonly control: InputControl;
  readonly shown: Shown;
};

/** What can be done with one mark where its chart stands; what cannot be done says why. */
export function MarkMenu({ menu, touch, control, shown }: MarkMenuProps) {
  const { mark, target, at } = menu;
  const desk = use(MarkDeskContext);
  const question = target && { mark, target, shown };
  return (
    <ContextMenu at={at} label={mark.name} onClose={touch.closeMenu}>
      <MenuLabel>
        <span className={classes['menuName']}>{mark.name}</span>
      </MenuLabel>
      {desk.host.filters && <FilterItems menu={menu} host={desk.host.filters} isTime={timesOf(shown)} shown={shown} />}
      {question && <DrillItems question={question} desk={desk} />}
      {question && <AnnotateItem question={question} desk={desk} />}
      {desk.host.comment && (
        <MenuItem icon={<IconMessageCircle {...icon} />} onClick={() => desk.host.comment?.(mark)}>
          {t('Comment on this')}
        </MenuItem>
      )}
      <MenuDivider />
      <LookItems menu={menu} touch={touch} control={control} />
    </ContextMenu>
  );
}

const icon = { size: 16, stroke: 1.5 } as const;

type FilterItemsProps = {
  readonly menu: OpenMenu;
  readonly host: FilterHost;
  readonly isTime: IsTime;
  readonly shown: Shown;
};

function FilterItems({ menu: { mark, target }, host, isTime, shown }: FilterItemsProps) {
  const control = target?.by?.adhocFilterFieldName ?? 'adhoc_filters';
  if (!host.has(control)) return null;
  const values = valuesOf(mark, target);
  const whole = values.length === 0 ? t('This mark stands for all rows.') : null;
  const reason = whyNotLeftOut(values, isTime);
  const out = leavable(values, isTime);
  const leaveOut = (value: DrillFilter) => {
    host.change(control, (filters) => leftOut(filters, value));
    // A list of values that are left out knows no rows without a value.
    if (value.op !== 'IS NULL' && hasNulls(shown.results, value.col))
      toast.info(t('Rows without a value are left out as well: a database compares them with nothing.'));
  };
  return (
    <>
      <ReasonedItem
        icon={<IconFilter {...icon} />}
        reason={whole}
        onClick={() => host.change(control, (filters) => filteredTo(filters, values, isTime))}
      >
        {t('Filter to this value')}
      </ReasonedItem>
      {reason !== null || out.length <= 1 ? (
        <ReasonedItem
          icon={<IconFilterMinus {...icon} />}
          reason={reason}
          onClick={() => out.forEach((value) => leaveOut(value))}
        >
          {t('Leave this out')}
        </ReasonedItem>
      ) : (
        out.map((value) => (
          <MenuItem
            key={drillFilterText(value, (name) => name, isTime)}
            icon={<IconFilterMinus {...icon} />}
            onClick={() => leaveOut(value)}
          >
            {t('Leave out %(value)s', { value: valueText(value, isTime) })}
          </MenuItem>
        ))
      )}
    </>
  );
}

type QuestionProps = { readonly question: MarkQuestion; readonly desk: MarkDesk };

function DrillItems({ question, desk: { host, ask } }: QuestionProps) {
  const { drill } = host;
  const { viz } = question.shown.loaded;
  const capabilities = vizEntry(viz.type)?.capabilities;
  if (drill === null || capabilities === undefined) return null;
  const { by } = question.target;
  return (
    <>
      {capabilities.drillsBy && (
        <ReasonedItem
          icon={<IconSitemap {...icon} />}
          reason={by === null ? t('This mark cannot be broken down.') : null}
          onClick={() => (drill.onBreakDown ?? ((one) => ask({ kind: 'by', question: one })))(question)}
        >
          {t('Break down by …')}
        </ReasonedItem>
      )}
      {capabilities.drillsToDetail && (
        <ReasonedItem
          icon={<IconListDetails {...icon} />}
          reason={question.mark.detail === null ? t('No rows stand behind it.') : null}
          onClick={() => ask({ kind: 'detail', question })}
        >
          {t('Rows behind it')}
        </ReasonedItem>
      )}
    </>
  );
}

function AnnotateItem({ question, desk: { host, ask } }: QuestionProps) {
  if (host.annotate === null || momentOf(question.mark, question.target, question.shown) === null) return null;
  return (
    <MenuItem icon={<IconFlag {...icon} />} onClick={() => ask({ kind: 'annotate', question })}>
      {t('Mark with an annotation')}
    </MenuItem>
  );
}

/** What changes the picture alone, and copies. */
function LookItems({ menu: { mark, target, series }, touch, control }: Omit<MarkMenuProps, 'shown'>) {
  const { inputs, setHidden } = control;
  const crossFilter = target?.crossFilter ?? null;
  const { series: own } = mark;
  const value = Object.values(mark.datum).at(-1);
  return (
    <>
      {crossFilter && (
        <MenuItem icon={<IconHandClick {...icon} />} onClick={() => touch.select(mark, false)}>
          {crossFilter.isSelected ? t('Clear the selection') : t('Select %(label)s', { label: labelOf(mark) })}
        </MenuItem>
      )}
      {own !== null && series.length > 1 && inputs.hidden.size < series.length - 1 && (
        <MenuItem
          icon={<IconEye {...icon} />}
          onClick={() => setHidden(new Set(series.filter((name) => name !== own)))}
        >
          {t('Show only this series')}
        </MenuItem>
      )}
      {inputs.hidden.size > 0 && (
        <MenuItem icon={<IconEye {...icon} />} onClick={() => setHidden(new Set())}>
          {t('Show all series')}
        </MenuItem>
      )}
      <MenuItem icon={<IconCopy {...icon} />} onClick={() => void copyText(cellText(mark.value ?? value ?? null))}>
        {t('Copy value')}
      </MenuItem>
      <MenuItem icon={<IconCopy {...icon} />} onClick={() => void copyText(mark.name)}>
        {t('Copy name and value')}
      </MenuItem>
    </>
  );
}

type ReasonedItemProps = {
  readonly icon: ReactNode;
  /** Null where it can be done. */
  readonly reason: string | null;
  readonly onClick: () => void;
  readonly children: string;
};

/** An action with the reason below it where it cannot be done: a finger and a screen reader see no tooltip. */
function ReasonedItem({ icon: look, reason, onClick, children }: ReasonedItemProps) {
  return (
    <MenuItem icon={look} onClick={onClick} disabledReason={reason}>
      {children}
      {reason !== null && <span className={classes['menuReason']}>{reason}</span>}
    </MenuItem>
  );
}
