import { projectRoot } from '../build/project-root.ts';
import { type CreatedShape, createShape } from './new-shape/create-shape.ts';
import type { Command } from './read-options.ts';
import { fail, runCommand } from './run-command.ts';

const COMMAND: Command = {
  name: 'npm run new-shape',
  purpose: 'Creates the folder of a new shape and adds it to its family. Its tests fail until you fill it in.',
  argument: { value: 'family/shape', meaning: 'the folder, such as pie/mini-pie-chart' },
  options: {},
};

const report = ({ shape, written, changed }: Exclude<CreatedShape, { message: string }>): string =>
  [
    ...written.map((path) => `wrote ${path}`),
    ...changed.map((path) => `changed ${path}`),
    '',
    'Fill it in, best in this order: shape.ts, sample.csv, sample.json, schema.json, rejects.json,',
    `and its valid tables in tests/schemas/valid-tables/${shape.family}.ts. This command lists what is still missing:`,
    `  npm test -- tests/schemas -t ${shape.family}/${shape.name}`,
    'When it passes: npm run catalogue (writes the README.md of the folder), then npm test.',
  ].join('\n');

await runCommand(COMMAND, async (_, argument = '') => {
  const created = await createShape(projectRoot, argument);
  if ('message' in created) return fail(created.message);
  console.log(report(created));
  return undefined;
});
