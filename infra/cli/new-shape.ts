import { type CreatedShape, createShape } from '../build/new-shape/create-shape.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { projectRoot } from '../program/project-root.ts';
import { fail } from '../terminal/fail.ts';

const forFamily = (family: string): readonly string[] => [
  '',
  `A family also needs tests/schemas/${family}.test.ts and, in infra/dashboards/demo/dashboard.yml, an endpoint of each`,
  'of its components, with one from CSV, one from SQL and one from JSON in the family:',
  '  npm test -- tests/e2e/demo',
];

const report = ({ shape, written, changed }: Exclude<CreatedShape, { message: string }>): string =>
  [
    ...written.map((path) => `wrote ${path}`),
    ...changed.map((path) => `changed ${path}`),
    '',
    'Fill in these files, best in this order: shape.ts, sample.csv, sample.json, schema.json, preview.ts,',
    `rejects.json, and its valid tables in tests/support/tables/${shape.family}.ts. This command lists what is still missing:`,
    `  npm test -- tests/schemas -t ${shape.family}/${shape.name}`,
    'A shape with rules or references also needs its limits in tests/support/schema-limits.',
    ...(written.some((path) => path.startsWith('functions/')) ? forFamily(shape.family) : []),
    '',
    'When the tests pass: its title in Chinese in infra/language/messages/components.ts, then npm run catalogue, which',
    'writes the documents. The shape has the next free id of the shapes for other front ends, such as X2: those have no',
    'Chinese names, and README.md does not count their components. These tests read every shape:',
    '  npm test -- tests/schemas tests/readme tests/infra/language tests/infra/build/catalogue tests/infra/stack/template',
  ].join('\n');

export const command = defineCommand({
  argument: { value: 'family/shape', meaning: 'the folder, such as pie/mini-pie-chart' },
  options: { 'new-family': { meaning: 'make the family, too' } },
  run: async ({ 'new-family': isNewFamily }, { words: [shape = ''] }) => {
    const created = await createShape(projectRoot, shape, isNewFamily);
    if ('message' in created) return fail(created.message);
    console.log(report(created));
    return undefined;
  },
});
