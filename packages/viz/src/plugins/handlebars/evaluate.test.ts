import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { TemplateError } from './values.ts';

const around = {
  formatTime: (format: string, at: number) => `${format} ${at}`,
  formatNumber: (format: string, value: number) => `${format} ${value}`,
};
const data = {
  data: [
    { name: 'A', n: 1 },
    { name: 'B & <b>', n: 0 },
  ],
  totals: { n: 1 },
};
const run = (template: string) => evaluate(template, data, around);

test.each([
  ['{{#each data}}{{@index}}:{{name}};{{/each}}', '0:A;1:B &amp; &lt;b&gt;;'],
  ['{{#each data}}{{{name}}}{{#unless @last}}, {{/unless}}{{/each}}', 'A, B & <b>'],
  ['{{#if data}}yes{{else}}no{{/if}}{{#if none}}yes{{else}}no{{/if}}', 'yesno'],
  ['{{#with totals}}{{n}} of {{../data.length}}{{/with}}', '1 of 2'],
  ['{{data.[1].n}} {{lookup (lookup data 0) "name"}}', '0 A'],
  ['{{formatNumber totals.n ",d"}} {{uppercase "x"}} {{sum 1 2 3}}', ',d 1 X 6'],
  ['{{dateFormat 0 format="MMMM YYYY"}}', '%B %Y 0'],
  ['{{#each data as |row at|}}{{at}}{{row.name}} {{/each}}', '0A 1B &amp; &lt;b&gt; '],
  ['{{! a comment }}{{stringify totals}}', '{&quot;n&quot;:1}'],
])('%s writes %s', (template, text) => {
  expect(run(template)).toBe(text);
});

test.each([
  '{{constructor}}',
  '{{constructor.constructor "return 1"}}',
  '{{lookup this "__proto__"}}',
  '{{#with this as |o|}}{{o.constructor.name}}{{/with}}',
  '{{#each data}}{{this.toString}}{{valueOf}}{{/each}}',
  '{{lookup (lookup data "constructor") "name"}}',
])('[attack 51] [attack 98] %s reaches no prototype', (template) => {
  let text = '';
  try {
    text = run(template);
  } catch (error) {
    expect(error).toBeInstanceOf(TemplateError);
  }
  expect(text).toBe('');
});

test.each([
  ['{{#each data}}', /Parse error|Expecting/],
  ['{{nothing 1}}', /Missing helper/],
  ['{{> partial}}', /not available/],
])('%s is refused in words', (template, message) => {
  expect(() => run(template)).toThrow(message);
});

test('[attack 98] a template that multiplies itself ends', () => {
  const many = { data: Array.from({ length: 1000 }, () => 0) };
  const deep = '{{#each data}}{{#each ../data}}{{#each ../../data}}x{{/each}}{{/each}}{{/each}}';
  expect(() => evaluate(deep, many, around)).toThrow(/too many steps|too much/);
});
