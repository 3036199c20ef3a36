import { join } from 'node:path';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { bodyFields } from './body-fields.ts';
import { listColumns, rowLimit } from './describe-columns.ts';
import { isOfOthers, type ShapeSource } from './load-catalogue.ts';
import { code, markdownTable } from './markdown.ts';
import type { IllustratedSource } from './shape-pictures.ts';

const COLUMNS = 3;
const WIDTH = 260;

const toCells = ({ family, shape, pictures }: IllustratedSource): readonly string[] =>
  pictures.map(({ file, components }) => {
    const folder = `${family}/${shape.name}`;
    const image = `<img src="${folder}/${file}" width="${WIDTH}" alt="${components[0]}">`;
    return `<a href="${folder}">${image}</a><br>${components.join(', ')}`;
  });

/** Returns the lines of a table of pictures, each with a link to its folder and the names of its components. */
const renderGallery = (sources: readonly IllustratedSource[]): readonly string[] => {
  const cells = sources.flatMap(toCells);
  const columns = Math.min(cells.length, COLUMNS);
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells[row * columns + column] ?? ''),
  );
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [line(Array(columns).fill(' ')), `|${'---|'.repeat(columns)}`, ...rows.map(line), ''];
};

const INTRODUCTION = `# The catalogue

All components that Wallfeed can feed, by family. Each links to its folder, which shows its columns, options, rules and a
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

const FOR_OTHERS =
  'These are for [other front ends](clients/README.md): no component of the platform reads their bodies.';

const tablesOf = ({ shape }: ShapeSource): readonly (readonly [name: string, TableDefinition])[] =>
  Object.entries(shape.tables).flatMap(([name, table]) =>
    table.kind === 'chosen'
      ? Object.entries(table.of).map(([value, one]) => [`${table.option} ${value}`, one] as const)
      : [[name === 'table' ? '' : name, table] as const],
  );

const columnsCell = (source: ShapeSource): string =>
  tablesOf(source)
    .map(([name, table]) => (name === '' ? listColumns(table) : `**${name}**: ${listColumns(table)}`))
    .join('<br>');

/** Describes the limits of a shape's tables and of the fields in its body. */
const limitsCell = (source: ShapeSource): string => {
  const rows = tablesOf(source).flatMap(([name, table]) => {
    const limit = rowLimit(table);
    return limit === '' ? [] : [name === '' ? limit : `${name}: ${limit}`];
  });
  const fields = bodyFields(join(source.folder, 'schema.json')).flatMap(({ path, range }) =>
    range === '' || path.endsWith(']') ? [] : [`${code(path)}: ${range}`],
  );
  return [...rows, ...fields].join('<br>');
};

const indexRows = (source: ShapeSource): readonly (readonly string[])[] =>
  source.shape.components.map((component) => [
    `[${component}](${source.family}/${source.shape.name})`,
    source.title,
    columnsCell(source),
    limitsCell(source),
  ]);

/** Returns the text of schemas/README.md, with one line for each component. */
export const renderIndex = (sources: readonly IllustratedSource[]): string => {
  const families = Map.groupBy(sources, ({ family }) => family);
  const sections = Array.from(families, ([family, members]) => [
    `## ${family}`,
    '',
    ...(members.every(isOfOthers) ? [FOR_OTHERS, ''] : []),
    ...renderGallery(members),
    ...markdownTable(['component', 'what it shows', 'columns', 'limits'], members.flatMap(indexRows)),
  ]);
  return `${[INTRODUCTION, ...sections.flat(), REJECTS].join('\n').trimEnd()}\n`;
};
