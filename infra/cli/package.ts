import { join, relative, resolve } from 'node:path';
import { invocationDir } from '../dashboard/dashboard-folder.ts';
import { describePackage } from '../deploy/describe-package.ts';
import { packageDashboard } from '../deploy/package-dashboard.ts';
import { findForeign, packageFolderOf, writePackage } from '../deploy/package-folder.ts';
import { stackOf } from '../deploy/stack-of.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';
import { checkForStage } from './check-for-stage.ts';
import { defineCommand } from './define-command.ts';
import { readTarget, TARGET_OPTIONS } from './target.ts';

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    out: { value: 'folder', meaning: 'where to; dist/packages/<dashboard>-<stage> of the current folder by default' },
  },
  run: async (values) => {
    const target = await readTarget(values);
    if ('failure' in target) return target;
    const out = values.out === undefined ? undefined : resolve(invocationDir, values.out);
    const foreign = out && (await findForeign(out));
    if (foreign)
      return fail(`--out: ${values.out} holds ${foreign}, which is of no package; choose a new folder`, EXIT_USAGE);

    const dashboard = await checkForStage(target);
    if ('failure' in dashboard) return dashboard;
    const address = stackOf(dashboard, target.stage);
    const folder = out ?? packageFolderOf(join(invocationDir, 'dist'), dashboard.name, target.stage);
    await packageDashboard(dashboard, target.stage, async (packaged) => {
      await writePackage(packaged, folder);
      console.log(`\n${await describePackage(packaged, address)}\n\nIn ${relative(invocationDir, folder) || '.'}`);
    });
    return undefined;
  },
});
