import { join, relative } from 'node:path';
import { defineCommand, formatOption } from '../command-line/define-command.ts';
import { checkForStage, readOutFolder, readTarget, TARGET_OPTIONS } from '../command-line/target.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { stackAddressOf } from '../deploy/aws/stacks.ts';
import {
  describePackage,
  findForeign,
  type PackagedDashboard,
  type PackageSummary,
  packageDashboard,
  packageFolderOf,
  summarizePackage,
  writePackage,
} from '../deploy/package-dashboard.ts';
import { posixPath } from '../program/project-root.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';
import { printFormat } from '../terminal/print.ts';

type Write = (summary: PackageSummary, folder: string) => string;

const text: Write = (summary, folder) => `\n${describePackage(summary)}\n\nIn ${folder}`;

const json: Write = (summary, folder) => JSON.stringify({ folder, ...summary }, null, 2);

const FORMATS = { text, json };

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
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
    const write = async (packaged: PackagedDashboard) => {
      await writePackage(packaged, folder);
      const shown = posixPath(relative(invocationFolder(), folder)) || '.';
      printFormat(values.format, FORMATS[values.format](await summarizePackage(packaged, address), shown));
    };
    await packageDashboard(dashboard, target.stage, write, isText ? process.stdout : process.stderr);
    return undefined;
  },
});
