import { expect, test } from 'vitest';
import { parseForm } from '../../parse-form.ts';
import { bubbleControls, oldBubbleControls } from './controls.ts';
import { bubble, oldBubble } from './index.ts';

const formats = { miles: { format: ',.2f', currency: null }, delay: { format: '.1f', currency: null } };
const form = { x: 'miles', y: 'delay', size: 'none' };

test('axes and sizes of bubbles are written each as its metric', () => {
  expect(bubble.inMetricFormats?.(parseForm(bubbleControls, {}, form), formats)).toMatchObject({
    xAxisFormat: ',.2f',
    y_axis_format: '.1f',
    tooltipSizeFormat: 'SMART_NUMBER',
  });
  expect(oldBubble.inMetricFormats?.(parseForm(oldBubbleControls, {}, form), formats)).toMatchObject({
    x_axis_format: ',.2f',
    y_axis_format: '.1f',
  });
});
