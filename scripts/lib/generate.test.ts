import { expect, test } from 'vitest';
import { oneOf, spellings } from './generate.mjs';

test.each([
  ['widgets', 'widget'],
  ['widget', 'widget'],
  ['access', 'access'],
  ['css-templates', 'css-template'],
])('a folder of %s holds each %s', (name, one) => {
  expect(oneOf(name)).toBe(one);
});

test('a name in every spelling', () => {
  expect(spellings('css-template')).toEqual({
    kebab: 'css-template',
    snake: 'css_template',
    camel: 'cssTemplate',
    pascal: 'CssTemplate',
    title: 'Css Template',
  });
});
