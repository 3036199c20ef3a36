/** @jest-environment node */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse as parseYaml } from 'yaml';
import { describeRule, sampleEndpoint } from '../../../infra/build/catalogue/describe-shape.ts';
import { loadCatalogue, openShape } from '../../../infra/build/catalogue/load-catalogue.ts';
import { renderCatalogue } from '../../../infra/build/catalogue/render-catalogue.ts';
import { illustrate } from '../../../infra/build/catalogue/shape-pictures.ts';
import { drawCatalogue } from '../../../infra/console/draw-catalogue.ts';
import { checkSchema } from '../../../infra/dashboard/definition/check-schema.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { expandRejects } from '../../support/rejects/expand-rejects.ts';
import { runCommand } from '../../support/run-command.ts';

const rendered = await renderCatalogue();
const drawn = await drawCatalogue();
const sources = (await loadCatalogue()).map(openShape);
const readmeOf = (shape: string): string => rendered.get(join('schemas', shape, 'README.md')) ?? '';

test.each([...rendered, ...drawn])('%s is up to date (if it is not, run npm run catalogue)', (path, text) => {
  expect(readFileSync(join(projectRoot, path), 'utf8')).toBe(text);
});

describe('schemas/README.md', () => {
  const index = rendered.get(join('schemas', 'README.md')) ?? '';
  const lines = index.split('\n').filter((line) => line.startsWith('| ['));

  test('schemas/README.md has one line for each component', () => {
    const names = lines.map((line) => /^\| \[(.+?)\]/.exec(line)?.[1]);
    expect(names.toSorted()).toEqual(sources.flatMap(({ shape }) => shape.components).toSorted());
  });

  test('schemas/README.md links each component to a folder that has a README.md', () => {
    const folders = lines.map((line) => /\]\((.+?)\)/.exec(line)?.[1] ?? '');
    for (const folder of folders) expect([...rendered.keys()]).toContain(join('schemas', folder, 'README.md'));
  });

  test('schemas/README.md states the columns and limits of a component', () => {
    expect(lines).toContain(
      '| [3D Pie Chart](pie/3d-pie-chart) | Shows up to six named percentages as a pie | name, value, score?, pv? | `data`: at most 6 entries |',
    );
  });
});

describe('the pictures of the catalogue', () => {
  const MAX_BYTES = 60_000;
  const MAX_MEDIAN_BYTES = 5_000;

  test('the pictures of the catalogue are those that the README.md of each folder shows, and there are no others', async () => {
    for (const source of sources) {
      const { family, shape, folder, pictures } = await illustrate(source, []);
      const files = readdirSync(folder).filter((file) => file.endsWith('.svg'));
      expect(files.toSorted()).toEqual(pictures.map(({ file }) => file).toSorted());
      for (const { file } of pictures) expect(readmeOf(`${family}/${shape.name}`)).toContain(`](${file})`);
    }
  });

  test('the pictures of the catalogue are smaller than their size limits', () => {
    const sizes = Array.from(drawn.values(), ({ length }) => length).toSorted((a, b) => a - b);
    expect(sizes.at(-1)).toBeLessThan(MAX_BYTES);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(MAX_MEDIAN_BYTES);
  });

  test('the pictures of the catalogue load nothing and contain no scripts', () => {
    for (const svg of drawn.values()) expect(svg).not.toMatch(/<script|\bhref=|url\((?!#)|\bon\w+=/);
  });
});

test('the example of rejects.json in schemas/README.md expands to two bodies and a table', () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(rendered.get(join('schemas', 'README.md')) ?? '') ?? [];
  expect(expandRejects(JSON.parse(example), () => undefined)).toMatchObject([
    { body: { unit: 'ms', value: '12' }, error: 'BODY_INVALID', path: 'value' },
    { body: { value: 12 }, error: 'BODY_INVALID', path: '' },
    { csv: ['value,unit', ',ms'], error: 'TABLE_CELL', line: 2, column: 1 },
  ]);
});

describe("a shape's README.md", () => {
  test('the README.md of a shape names its components, and begins with what they show', () => {
    expect(readmeOf('metric/metric-number')).toMatch(
      /^# Performance Metrics and Numeric Metric\n.*Shows one number with its unit\.\n/s,
    );
    expect(readmeOf('pie/proportion-series')).toContain('Components: Pie Chart, Circular Proportion Chart, ');
  });

  test('the README.md of a shape shows each column with its type and an example from the sample', () => {
    expect(readmeOf('pie/3d-pie-chart')).toContain('| 3 | score | number, may be blank | ');
    expect(readmeOf('bar/gradient-bar-chart')).toMatch(/^\| 2 \| color \| text \| #[0-9a-f]{6} \|$/m);
  });

  test('the README.md of a shape says which columns have the same value on the rows of a group', () => {
    expect(readmeOf('bar/gradient-bar-chart')).toContain('- `color` is the same on all rows of the same `name1`.');
    expect(readmeOf('map/3d-world-map')).toContain(
      '- Table `tips`: `scope` is the same on all rows of the same `region` and `series`.',
    );
    expect(readmeOf('radar/radar-chart')).toContain('- `value1` is the same on all rows.');
  });

  test('the README.md of a shape marks a limit that applies to some bodies only', () => {
    expect(readmeOf('bar/3d-stacked-bar-chart')).toContain('exactly 4 entries in some bodies');
  });

  test('the README.md of a shape explains the codes of its fields', () => {
    expect(readmeOf('list/alarm-list')).toContain('3 is red, 2 is yellow, 1 is green');
    expect(readmeOf('relation/topology')).toContain('`subType` 1 to 8 are database products, 9 is unknown.');
  });

  test.each(sources.map((source) => [source.shape.name, source] as const))(
    '%s: README.md gives an endpoint that dashboard.yml accepts',
    async (_, source) => {
      const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(readmeOf(`${source.family}/${source.shape.name}`)) ?? [];
      expect(parseYaml(yaml)).toEqual({ endpoints: { example: sampleEndpoint(source) } });
      expect(await checkSchema({ dashboard: 'demo', ...parseYaml(yaml) })).toEqual([]);
    },
  );

  test.each(sources.map(({ shape }) => [shape.name, shape] as const))(
    '%s: README.md says what each option does',
    (_, { options }) => {
      for (const { meaning } of Object.values(options)) expect(meaning).toEqual(expect.any(String));
    },
  );

  test('the README.md of a shape links only files of its folder', () => {
    for (const { family, shape, folder } of sources) {
      const links = Array.from(readmeOf(`${family}/${shape.name}`).matchAll(/\]\((.+?)\)/g), ([, link]) => link ?? '');
      for (const link of links) expect(existsSync(join(folder, link))).toBe(true);
    }
  });
});

describe('a rule in words', () => {
  test.each([
    ['sameLength(legend, series[].data)', 'Each `series[].data` has as many entries as `legend`.'],
    ['sameLength(a, b, c[])', '`b` and each `c[]` have as many entries as `a`.'],
    ['within(menus[], sameLength(a, b))', 'In each `menus[]`: `b` has as many entries as `a`.'],
    ['within(data, within(radars[], unique(id)))', 'In `data`: in each `radars[]`: each `id` is different.'],
  ])('the rule %s is described in words', (name, words) => {
    expect(describeRule(name)).toBe(words);
  });

  test('an unknown rule is an error, which says where to describe the rule in words', () => {
    expect(() => describeRule('oddRule(a)')).toThrow('oddRule has no description. Add one to infra/build/catalogue/');
  });
});

test('npm run catalogue -- --help prints help and writes nothing', async () => {
  const index = join(projectRoot, 'schemas/README.md');
  const before = statSync(index).mtimeMs;
  const { code, out } = await runCommand('catalogue', ['--help']);
  expect({ code, help: out.includes('Usage: npm run catalogue') }).toEqual({ code: 0, help: true });
  expect(statSync(index).mtimeMs).toBe(before);
});
