import { expect, test } from 'vitest';
import { readStandalone } from './standalone.ts';

test.each([
  ['', 'none'],
  ['standalone=0', 'none'],
  ['standalone=1', 'hide_nav'],
  ['standalone=true', 'hide_nav'],
  ['standalone=2', 'hide_nav_and_title'],
  ['standalone=3', 'report'],
  ['standalone=9', 'none'],
  ['standalone=x', 'none'],
])('[2.2-07] "%s" is the mode %s', (search, mode) => {
  expect(readStandalone(new URLSearchParams(search))).toBe(mode);
});

test.each([
  ['uiConfig=4', 'hide_nav'],
  ['uiConfig=7', 'hide_nav'],
  ['uiConfig=3', 'none'],
  ['uiConfig=x', 'none'],
  ['uiConfig=4&standalone=2', 'hide_nav_and_title'],
])('[2.2-01] bit 4 of "%s" hides the navigation', (search, mode) => {
  expect(readStandalone(new URLSearchParams(search))).toBe(mode);
});
