import { join, relative } from 'node:path';
import { defineCommand, formatOption } from '../command-line/define-command.ts';
import { checkForStage, readOutFolder, readStage, readTarget, TARGET_OPTIONS } from '../command-line/target.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { stackAddressOf } from '../deploy/aws/stacks.ts';
import {
  describePackage,
  findForeign,
  type PackagedDashboard,
  type PackageSummary,
  packageDashboard,
  packageFolderOf,
  packageStage,
  type StageTemplate,
  summarizePackage,
  writePackage,
} from '../deploy/package-dashboard.ts';
import { posixPath } from '../program/project-root.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { printFormat } from '../terminal/print.ts';

type Write = (summary: PackageSummary, folder: string) => string;

const text: Write = (summary, folder) => `\n${describePackage(summary)}\n\nIn ${folder}`;

const json: Write = (summary, folder) => JSON.stringify({ folder, ...summary }, null, 2);

const FORMATS = { text, json };

/** Stages other than that of the package. */
const readStages = (also: string | undefined, first: string): readonly string[] | CommandFailure => {
  const stages: string[] = [];
  for (const one of also?.split(',') ?? []) {
    const stage = readStage(one.trim());
    if (typeof stage !== 'string') return fail(stage.failure.replace('--stage', '--also'), EXIT_USAGE);
    if (stage !== first && !stages.includes(stage)) stages.push(stage);
  }
  return stages;
};

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    also: {
      value: 'stages',
      meaning: 'further stages, such as prod,test, whose stacks are deployed from the same package',
    },
    out: {
      value: 'folder',
      meaning: 'the output folder; dist/packages/<dashboard>-<stage> in the current folder by default',
    },
    format: formatOption(FORMATS, 'text'),
  },
  notes: [
    'json prints { folder, stack: { name, region }, functions: [{ family, zip, bytes, routes }], routes, resources }, with ' +
      'the folder relative to the current one. Progress and errors then go to standard error.',
  ],
  run: async (values) => {
    const target = await readTarget(values);
    if ('failure' in target) return target;
    const further = readStages(values.also, target.stage);
    if ('failure' in further) return further;
    const out = values.out === undefined ? undefined : await readOutFolder(values.out);
    if (typeof out === 'object') return out;
    const foreign = out && (await findForeign(out));
    if (foreign)
      return fail(
        `--out: ${values.out} contains ${foreign}, which is not part of a package; choose a new folder`,
        EXIT_USAGE,
      );

    const isText = values.format === 'text';
    const dashboard = await checkForStage(target, isText ? console.log : console.error);
    if ('failure' in dashboard) return dashboard;
    const address = stackAddressOf(dashboard, target.stage);
    const folder = out ?? packageFolderOf(join(invocationFolder(), 'dist'), dashboard.name, target.stage);
    const output = isText ? process.stdout : process.stderr;
    const write = async (packaged: PackagedDashboard) => {
      const templates: StageTemplate[] = [];
      for (const stage of further) templates.push(await packageStage(packaged, stage, output));
      await writePackage(packaged, folder, templates);
      const shown = posixPath(relative(invocationFolder(), folder)) || '.';
      printFormat(values.format, FORMATS[values.format](await summarizePackage(packaged, address), shown));
    };
    await packageDashboard(dashboard, target.stage, write, output);
    return undefined;
  },
});
