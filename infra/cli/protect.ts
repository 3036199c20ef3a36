import { resolve } from 'node:path';
import { defineCommand } from '../command-line/define-command.ts';
import { readAwsTarget, readStage, TARGET_OPTIONS, type TargetValues } from '../command-line/target.ts';
import { loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { deadlineOf } from '../dashboard/head/functions.ts';
import { stackAddressOf, withRegion } from '../deploy/aws/stacks.ts';
import { addressOfPackage, packageConflict } from '../deploy/deploy-dashboard.ts';
import { readPackage } from '../deploy/package-manifest.ts';
import { type ProtectOptions, protectDeployment } from '../deploy/protect-deployment.ts';
import { signIn, signInTo } from '../deploy/sign-in.ts';
import { needsDatabase } from '../stack/sources.ts';
import { tagsOf } from '../stack/template/template.ts';
import type { CommandFailure } from '../terminal/fail.ts';
import { print } from '../terminal/print.ts';

const readReady = async (values: TargetValues, given: string): Promise<ProtectOptions | CommandFailure> => {
  const conflict = packageConflict(values.dashboard === undefined ? [] : ['dashboard']);
  if (conflict) return conflict;
  const stage = readStage(values.stage);
  if (typeof stage !== 'string') return stage;
  const { manifest } = await readPackage(resolve(invocationFolder(), given), given, stage);
  const address = addressOfPackage(manifest, given, stage);
  const signedIn = await signInTo(address, { ...manifest, stage }, print);
  if ('failure' in signedIn) return signedIn;
  const { tags, statementMs, engine } = manifest;
  return { address, tags, ...(statementMs !== undefined && { statementMs }), ...(engine && { engine }), print };
};

const readFolder = async (values: TargetValues): Promise<ProtectOptions | CommandFailure> => {
  const target = await readAwsTarget(values);
  if ('failure' in target) return target;
  const { folder, stage } = target;
  const dashboard = await withRegion(await loadDashboard(folder.path));
  const signedIn = await signIn(dashboard, stage, print);
  if ('failure' in signedIn) return signedIn;
  const { engine } = dashboard.dialect ?? {};
  const statement = needsDatabase(dashboard) ? { statementMs: deadlineOf(dashboard), ...(engine && { engine }) } : {};
  return { address: stackAddressOf(dashboard, stage), tags: tagsOf(dashboard, stage), ...statement, print };
};

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    package: { value: 'folder', meaning: 'the folder that package wrote, in place of the folder of the dashboard' },
  },
  run: async ({ package: given, ...values }) => {
    const options = given === undefined ? await readFolder(values) : await readReady(values, given);
    if ('failure' in options) return options;
    await protectDeployment(options);
    return undefined;
  },
});
