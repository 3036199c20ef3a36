import { join } from 'node:path';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { chineseName } from '../../language/chinese-names.ts';
import { translate } from '../../language/translate.ts';
import { bodyFields } from './body-fields.ts';
import { listColumns, rowLimit } from './describe-columns.ts';
import { isOfOthers, type ShapeSource } from './load-catalogue.ts';
import { code, markdownTable } from './markdown.ts';
import type { IllustratedSource } from './shape-pictures.ts';

const COLUMNS = 3;
const WIDTH = 260;

const toCells = ({ family, shape, pictures }: IllustratedSource, { nameOf }: Wording): readonly string[] =>
  pictures.map(({ file, components }) => {
    const folder = `${family}/${shape.name}`;
    const [first = '', ...others] = components.map(nameOf);
    const image = `<img src="${folder}/${file}" width="${WIDTH}" alt="${first}">`;
    return `<a href="${folder}">${image}</a><br>${[first, ...others].join(', ')}`;
  });

const renderGallery = (sources: readonly IllustratedSource[], wording: Wording): readonly string[] => {
  const cells = sources.flatMap((source) => toCells(source, wording));
  const columns = Math.min(cells.length, COLUMNS);
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells[row * columns + column] ?? ''),
  );
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [line(Array(columns).fill(' ')), `|${'---|'.repeat(columns)}`, ...rows.map(line), ''];
};

const INTRODUCTION = `# The catalogue

All components that Wallfeed can feed, by family ([中文](README.zh-CN.md)). Each links to its folder, which shows its columns, options, rules and a
sample. The pictures are drawn by Wallfeed from the samples; the platform's own look is different.
\`npm run catalogue\` writes this file and the README.md of each folder; a test fails when they are out of date.

## Finding a component

\`wallfeed components\` lists all components with their columns, \`wallfeed components share\` those with a word in their name,
description or columns, and \`wallfeed components 3D Pie Chart\` shows one in full: its columns with an example, what its codes
mean, its limits, its options, and components with similar columns. To find the components that fit a file you have, drop the
file on the console of \`wallfeed start\`; \`wallfeed init ops-room --from orders.csv\` makes a dashboard from it.

Columns are taken by position: their names are free, their order and number are fixed. A column with \`?\` may be blank.
A number may be written \`1234.5\`, \`1,234.5\` or \`12.5%\`. A time is 13-digit milliseconds, ISO 8601, or
\`yyyy-MM-dd HH:mm:ss\` in the dashboard's timezone. A JSON document that already is the body feeds any component.
`;

const REJECTS = `## The files of a folder

- \`shape.ts\` declares the columns, options and rules, and folds rows into the body.
- \`schema.json\` is the contract of the body.
- \`sample.csv\`, or one file for each table, folds into \`sample.json\` with the options of \`options.json\`.
- \`preview.ts\` turns a body into a picture, which the console draws; \`npm run catalogue\` draws the sample to \`preview.svg\`.
- \`rejects.json\` holds near misses: inputs that must be refused, each a small change to a base that is accepted.

\`\`\`json
[
  {
    "base": { "body": { "unit": "ms", "value": 12 } },
    "rejects": [
      { "why": "the value is text", "set": { "value": "12" }, "message": "must be a Number" },
      { "why": "the unit is missing", "remove": "unit", "message": "lacks the field 'unit'" }
    ]
  },
  {
    "base": { "csv": ["value,unit", "12,ms"] },
    "rejects": [
      { "why": "a blank value", "lines": { "2": ",ms" }, "error": "TABLE_CELL", "column": 1, "message": "the cell is blank" }
    ]
  }
]
\`\`\`

\`set\` and \`remove\` name places of the body as errors do (\`series[0].name\`); \`lines\` numbers the lines of a CSV file from 1,
by table if there are several. A base may name a file of the folder: \`{ "body": "sample.json" }\`. A reject may also give
its own \`body\`, \`csv\`, \`options\` or \`reading\`. \`error\` is \`BODY_INVALID\` unless stated. \`path\`, \`table\` and \`line\` say where
the violation must be; without them, it must be where the change is. \`message\` is part of the message.
`;

const CHINESE_INTRODUCTION = `# 组件目录

这里按类别列出 Wallfeed 支持的所有组件（[English](README.md)）。点击组件可查看它的列、选项、规则和示例。图片由
Wallfeed 用示例数据绘制，与平台上的外观不同。中文名称由 Wallfeed 翻译，可能与平台的名称不同。
本文件由 \`npm run catalogue\` 生成，内容过期时测试会失败。

## 查找组件

\`wallfeed components\` 列出所有组件及其列；\`wallfeed components 饼图\` 列出名称、说明或列中含有该词的组件；
\`wallfeed components 3D饼图\` 显示一个组件的全部信息：列和示例、编码的含义、限制、选项，以及列相近的组件。要找适合某个文件的组件，请把文件拖到
\`wallfeed start\` 的控制台上；\`wallfeed init ops-room --from orders.csv\` 则直接用文件创建大屏。

列按位置读取：列名任意，顺序和数量固定。带 \`?\` 的列可以为空。数字可以写作 \`1234.5\`、\`1,234.5\`、\`12.5%\` 或 \`3.5万\`。
时间可以是 13 位毫秒数、ISO 8601，或大屏时区的 \`yyyy-MM-dd HH:mm:ss\`。如果 JSON 文档本身就是响应体，则任何组件都可使用。
`;

const REJECT_EXAMPLE = REJECTS.slice(REJECTS.indexOf('```json'), REJECTS.lastIndexOf('```') + 3);

const CHINESE_REJECTS = `## 文件夹中的文件

- \`shape.ts\` 声明列、选项和规则，并把数据行变成响应体。
- \`schema.json\` 是响应体的约定。
- \`sample.csv\`（多个表时每表一个文件）与 \`options.json\` 的选项一起变成 \`sample.json\`。
- \`preview.ts\` 把响应体变成图，由控制台绘制；\`npm run catalogue\` 把示例绘制为 \`preview.svg\`。
- \`rejects.json\` 是必须拒绝的输入，每个都是对可接受输入的小改动。

${REJECT_EXAMPLE}

\`set\` 和 \`remove\` 像错误信息那样指明响应体中的位置（\`series[0].name\`）；\`lines\` 是 CSV 文件的行号，从 1 开始，有多个表时按表列出。
\`base\` 可以指定文件夹中的文件：\`{ "body": "sample.json" }\`。每一项也可以有自己的 \`body\`、\`csv\`、\`options\` 或 \`reading\`。
\`error\` 默认为 \`BODY_INVALID\`。\`path\`、\`table\` 和 \`line\` 说明错误的位置；没有时，错误在改动处。\`message\` 是信息的一部分。
`;

const FOR_OTHERS =
  'These are for [other front ends](clients/README.md): no component of the platform reads their bodies.';

const tablesOf = ({ shape }: ShapeSource): readonly (readonly [name: string, TableDefinition])[] =>
  Object.entries(shape.tables).flatMap(([name, table]) =>
    table.kind === 'chosen'
      ? Object.entries(table.of).map(([value, one]) => [`${table.option} ${value}`, one] as const)
      : [[name === 'table' ? '' : name, table] as const],
  );

const columnsCell = (source: ShapeSource, { say }: Wording): string =>
  tablesOf(source)
    .map(([name, table]) => (name === '' ? say(listColumns(table)) : `**${name}**: ${say(listColumns(table))}`))
    .join('<br>');

const limitsCell = (source: ShapeSource, { say }: Wording): string => {
  const rows = tablesOf(source).flatMap(([name, table]) => {
    const limit = say(rowLimit(table));
    return limit === '' ? [] : [name === '' ? limit : `${name}: ${limit}`];
  });
  const fields = bodyFields(join(source.folder, 'schema.json')).flatMap(({ path, range }) =>
    range === '' || path.endsWith(']') ? [] : [`${code(path)}: ${say(range)}`],
  );
  return [...rows, ...fields].join('<br>');
};

interface Wording {
  readonly introduction: string;
  readonly forOthers: string;
  readonly rejects: string;
  readonly nameOf: (component: string) => string;
  /** As code. Empty if `nameOf` already shows the English name. */
  readonly typedName: (component: string) => string;
  readonly say: (sentence: string) => string;
}

const ENGLISH: Wording = {
  introduction: INTRODUCTION,
  forOthers: FOR_OTHERS,
  rejects: REJECTS,
  nameOf: (component) => component,
  typedName: () => '',
  say: (sentence) => sentence,
};

const CHINESE: Wording = {
  introduction: CHINESE_INTRODUCTION,
  forOthers: '这些组件供[其他前端](clients/README.md)使用：平台没有组件读取它们的响应体。',
  rejects: CHINESE_REJECTS,
  nameOf: (component) => chineseName(component) ?? component,
  typedName: (component) => (chineseName(component) === undefined ? '' : ` \`${component}\``),
  say: translate,
};

const indexRows = (source: ShapeSource, wording: Wording): readonly (readonly string[])[] =>
  source.shape.components.map((component) => [
    `[${wording.nameOf(component)}](${source.family}/${source.shape.name})${wording.typedName(component)}`,
    wording.say(source.title),
    columnsCell(source, wording),
    limitsCell(source, wording),
  ]);

const HEADER = ['component', 'what it shows', 'columns', 'limits'];

const renderIn = (sources: readonly IllustratedSource[], wording: Wording): string => {
  const families = Map.groupBy(sources, ({ family }) => family);
  const sections = Array.from(families, ([family, members]) => [
    `## ${family}`,
    '',
    ...(members.every(isOfOthers) ? [wording.forOthers, ''] : []),
    ...renderGallery(members, wording),
    ...markdownTable(
      HEADER.map(wording.say),
      members.flatMap((member) => indexRows(member, wording)),
    ),
  ]);
  return `${[wording.introduction, ...sections.flat(), wording.rejects].join('\n').trimEnd()}\n`;
};

export const renderIndex = (
  sources: readonly IllustratedSource[],
): { readonly english: string; readonly chinese: string } => ({
  english: renderIn(sources, ENGLISH),
  chinese: renderIn(sources, CHINESE),
});
