import { onDemand } from '../../../ui/common/on-demand.tsx';
import styles from './FilterBar.module.css';

// Most dashboards are read without a touch of their filters, and many have none: their fields, their values and the
// words for them come beside the charts, not before them.

const Strip = () => <div className={styles['strip']} style={{ minHeight: 'var(--ts-control-height)' }} />;
const Rail = () => <div className={styles['rail']} />;

export const FilterRail = onDemand(async () => (await import('./FilterBar.tsx')).FilterRail, Rail);
export const FilterStrip = onDemand(async () => (await import('./FilterBar.tsx')).FilterStrip, Strip);
export const FilterSheet = onDemand(async () => (await import('./FilterSheet.tsx')).FilterSheet, Strip);
export const SelectionBar = onDemand(async () => (await import('./SelectionBar.tsx')).SelectionBar);

/** Asks for the values that filters begin with; charts wait for them. */
export const FirstValues = onDemand(async () => (await import('./FirstValues.tsx')).FirstValues);
