import type { GridComponentOption } from 'echarts';
import type { Insets } from '../layer/legend.ts';

/** Half the height of a label, with its margin, and half the length of one that is turned. */
const LEVEL = 10;
const TURNED = 28;

/** The plot, as large as the words of its axes let it be within the insets. */
export function plotGrid(insets: Insets): GridComponentOption {
  return { ...insets, outerBoundsMode: 'same', outerBoundsContain: 'all' };
}

/**
 * The plot where the y axis goes downwards. The drawing library weighs the overflow of a label by its place on an axis
 * that goes upwards: half of the first label would take hundreds of px from the plot. So labels at both ends have room
 * outside.
 */
export function downwardGrid(insets: Insets, labels: { readonly areTurned: boolean }): GridComponentOption {
  const room = labels.areTurned ? TURNED : LEVEL;
  return {
    ...insets,
    bottom: insets.bottom + room,
    outerBoundsMode: 'auto',
    outerBounds: { ...insets, top: insets.top - room },
    outerBoundsContain: 'all',
  };
}
