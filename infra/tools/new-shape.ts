import { projectRoot } from '../build/project-root.ts';
import { type CreatedShape, createShape } from './new-shape/create-shape.ts';
import { type Command, readOptions } from './read-options.ts';

const COMMAND: Command = {
  name: 'npm run new-shape',
  purpose: 'Makes the folder of a new shape, and adds it to its family. Its tests fail until it is filled in.',
  argument: { value: 'family/shape', meaning: 'such as pie/mini-pie-chart' },
  options: {},
};

const report = ({ shape, written, changed }: Exclude<CreatedShape, { message: string }>): string =>
  [
    ...written.map((path) => `wrote ${path}`),
    ...changed.map((path) => `changed ${path}`),
    '',
    'Fill it in, best in this order: shape.ts, sample.csv, sample.json, schema.json, rejects.json,',
    `and its valid tables in tests/schemas/valid-tables/${shape.family}.ts. What is missing yet:`,
    `  npm test -- tests/schemas -t ${shape.family}/${shape.name}`,
    'When that is right: npm run catalogue, then npm test.',
  ].join('\n');

const run = async (args: readonly string[]): Promise<number> => {
  const read = readOptions(COMMAND, args);
  if ('text' in read) {
    (read.exitCode === 0 ? console.log : console.error)(read.text);
    return read.exitCode;
  }
  const created = await createShape(projectRoot, read.argument ?? '');
  if ('message' in created) {
    console.error(created.message);
    return 1;
  }
  console.log(report(created));
  return 0;
};

process.exitCode = await run(process.argv.slice(2));
