import type { CreatedShape } from '../build/new-shape/create-shape.ts';
import { isPackaged, projectRoot } from '../build/project-root.ts';
import { fail } from '../terminal/fail.ts';
import { defineCommand } from './define-command.ts';

const IN_REPOSITORY =
  'A new shape can be made only in a clone of the repository, not in the installed package: clone the repository, run ' +
  'npm run new-shape there, and install the package that npm pack makes';

const report = ({ shape, written, changed }: Exclude<CreatedShape, { message: string }>): string =>
  [
    ...written.map((path) => `wrote ${path}`),
    ...changed.map((path) => `changed ${path}`),
    '',
    'Fill in these files, best in this order: shape.ts, sample.csv, sample.json, schema.json, rejects.json,',
    `and its valid tables in tests/schemas/valid-tables/${shape.family}.ts. This command lists what is still missing:`,
    `  npm test -- tests/schemas -t ${shape.family}/${shape.name}`,
    'When it passes: npm run catalogue (writes the README.md of the folder), then npm test.',
  ].join('\n');

export const command = defineCommand({
  argument: { value: 'family/shape', meaning: 'the folder, such as pie/mini-pie-chart' },
  options: {},
  run: async (_, { words: [shape = ''] }) => {
    if (isPackaged) return fail(IN_REPOSITORY);
    const { createShape } = await import('../build/new-shape/create-shape.ts');
    const created = await createShape(projectRoot, shape);
    if ('message' in created) return fail(created.message);
    console.log(report(created));
    return undefined;
  },
});
