import { describe, expect, test } from '@jest/globals';
import { loadCatalogue } from '../../../../infra/build/catalogue/load-catalogue.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { CHINESE_NAMES } from '../../../../infra/language/chinese-names.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const DATA = { 'data/a.csv': 'name,value,score,pv\na,1,,\n' };

const load = async (lines: readonly string[]) => {
  const folder = await writeFolder({ 'dashboard.yml': ['dashboard: zh', ...lines, ''].join('\n'), ...DATA });
  const dashboard = await loadDashboard(folder);
  const errors = dashboard.errors.map((error) => formatDiagnostic(error, error.file.slice(folder.length + 1)));
  return { dashboard, errors };
};

const pie = (fields: string): readonly string[] => ['endpoints:', `  pie: ${fields}`];

describe('Chinese names of components', () => {
  test('every component of the platform has a Chinese name of its own', async () => {
    const platform = (await loadCatalogue()).filter(({ shape }) => shape.id.startsWith('S'));
    const components = platform.flatMap(({ shape }) => shape.components);
    const unnamed = components.filter((component) => !Object.hasOwn(CHINESE_NAMES, component));
    expect(unnamed.map((component) => `add ${component} to infra/language/chinese-names.ts`)).toEqual([]);
    const others = Object.keys(CHINESE_NAMES).filter((name) => !components.includes(name));
    expect(others.map((name) => `remove ${name}: only components of the platform have a Chinese name`)).toEqual([]);
    const names = Object.values(CHINESE_NAMES).map(({ name }) => name);
    expect(new Set(names).size).toBe(components.length);
  });

  test.each(['3D饼图', '3D 饼图', '３ｄ饼图', '3D Pie Chart'])(
    'a dashboard may name the component 3D Pie Chart %s',
    async (name) => {
      const { dashboard, errors } = await load(pie(`{ component: ${name}, csv: a.csv }`));
      expect(errors).toEqual([]);
      expect(dashboard.endpoints[0]?.component).toBe('3D Pie Chart');
    },
  );

  test.each([
    ['饼状图', '饼图 (Pie Chart)'],
    ['饼形图', '饼图 (Pie Chart)'],
    ['水球图', '3D水柱图 (3D Water Column Chart)'],
  ])('the Chinese word %s is no name, and its error proposes %s', async (word, name) => {
    const { errors } = await load(pie(`{ component: ${word}, csv: a.csv }`));
    expect(errors).toEqual([`dashboard.yml:3:21  pie (${word}): unknown component "${word}" (did you mean ${name}?)`]);
  });
});

describe('times of China', () => {
  test.each(['Asia/Beijing', '北京', '北京时间', 'UTC+8', 'GMT+8', 'UTC+08:00', 'Asia/Shenzhen', 'ＵＴＣ＋８'])(
    'the zone %s is refused with Asia/Shanghai as the only proposal',
    async (zone) => {
      const { errors } = await load([`timezone: ${zone}`, ...pie('{ component: 3D Pie Chart, csv: a.csv }')]);
      expect(errors).toEqual([`dashboard.yml:2:11  unknown \`timezone\` "${zone}" (write Asia/Shanghai)`]);
    },
  );
});

describe('full-width punctuation', () => {
  test.each([
    [['endpoints:', '  pie: { component: 3D饼图，csv: a.csv }'], '3:25  full-width ， (write ,)'],
    [['endpoints：', '  pie: { component: 3D饼图, csv: a.csv }'], '2:10  full-width ： (write :)'],
    [['endpoints:', '  pie: ｛ component: 3D饼图, csv: a.csv ｝'], '3:8  full-width ｛ (write {)'],
    [
      ['endpoints:', '  pie:', '  \u3000component: 3D饼图', '    csv: a.csv'],
      '4:3  full-width blank (write a normal blank)',
    ],
    [['endpoints:', '  pie: { component： 3D饼图, csv: a.csv }'], '3:19  pie: full-width ： (write :)'],
    [
      ['endpoints:', '  pie: { component: 3D饼图, csv: "a，.csv" }'],
      '3:32  pie (3D Pie Chart): the file data/a，.csv does not exist (write , in place of the full-width ，)',
    ],
  ])('check reports only the first full-width character of the lines %j', async (lines, expected) => {
    expect((await load(lines)).errors).toEqual([`dashboard.yml:${expected}`]);
  });

  test('full-width punctuation in quotes and comments is no error', async () => {
    const { errors } = await load([
      'endpoints: # 端点：一个',
      '  pie: { component: 3D饼图, csv: a.csv, options: { unit: "元，角" }, cache: 1x }',
    ]);
    expect(errors.join()).not.toContain('full-width');
  });
});
