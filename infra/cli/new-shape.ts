import { type CreatedShape, createShape } from '../build/new-shape/create-shape.ts';
import { projectRoot } from '../build/project-root.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { fail } from '../terminal/fail.ts';

/** Says what a family needs besides the folders of its shapes. */
const forFamily = (family: string): readonly string[] => [
  '',
  'A family also needs, in infra/dashboards/demo/dashboard.yml, endpoints of each of its components from CSV, SQL and JSON:',
  `  npm test -- tests/e2e/demo -t ${family}`,
];

const report = ({ shape, written, changed }: Exclude<CreatedShape, { message: string }>): string =>
  [
    ...written.map((path) => `wrote ${path}`),
    ...changed.map((path) => `changed ${path}`),
    '',
    'Fill in these files, best in this order: shape.ts, sample.csv, sample.json, schema.json, rejects.json,',
    `and its valid tables in infra/lab/tables/${shape.family}.ts. This command lists what is still missing:`,
    `  npm test -- tests/schemas -t ${shape.family}/${shape.name}`,
    'A shape with rules or references also needs its limits in infra/lab/schema-limits.',
    ...(written.some((path) => path.startsWith('functions/')) ? forFamily(shape.family) : []),
    '',
    'When the tests pass: the Chinese names of its components in infra/build/catalogue/chinese-names.ts, npm run',
    'catalogue (writes the README.md of the folder), the number of components in README.md, then npm test.',
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
