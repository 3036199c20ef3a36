import { relative, resolve } from 'node:path';

import { here } from './dashboard/dashboard-folder.ts';
import { checkForStage } from './deployment/check-for-stage.ts';
import { describePackage } from './deployment/describe-package.ts';
import { packageDashboard } from './deployment/package-dashboard.ts';
import { findForeign, packageFolderOf, writePackage } from './deployment/package-folder.ts';
import { stackOf } from './deployment/stack-of.ts';
import { readTarget, TARGET_OPTIONS } from './deployment/target.ts';
import type { Command } from './read-options.ts';
import { fail, runCommand } from './run-command.ts';

const COMMAND: Command = {
  name: 'npm run package',
  purpose: 'Makes the CloudFormation template and the zips of a dashboard; needs no network and no credentials.',
  options: {
    ...TARGET_OPTIONS,
    out: { type: 'string', value: 'folder', meaning: 'where to; dist/packages/<dashboard>-<stage> by default' },
  },
};

await runCommand(COMMAND, async (values) => {
  const target = readTarget(values);
  if ('failure' in target) return target;
  const out = typeof values.out === 'string' ? resolve(here, values.out) : undefined;
  const foreign = out && (await findForeign(out));
  if (foreign) return fail(`--out: ${values.out} holds ${foreign}, which is of no package; choose a new folder`, 2);

  const dashboard = await checkForStage(target);
  if ('failure' in dashboard) return dashboard;
  const address = stackOf(dashboard, target.stage);
  const folder = out ?? packageFolderOf(dashboard.name, target.stage);
  await packageDashboard(dashboard, target.stage, async (packaged) => {
    await writePackage(packaged, folder);
    console.log(`\n${await describePackage(packaged, address)}\n\nIn ${relative(here, folder) || '.'}`);
  });
  return undefined;
});
