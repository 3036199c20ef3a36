import { join } from 'node:path';
import { commandLine } from '../build/command-line.ts';
import { checkRegion } from '../dashboard/head/check-region.ts';
import { stackName } from '../stack/describe-stack.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { step } from '../terminal/step.ts';
import { applyInterruptibly } from './apply-template.ts';
import { requireNamedBucket } from './aws/code-bucket.ts';
import { outputOf, requireStack, type StackAddress } from './aws/stacks.ts';
import { createReader, ownDatabase } from './create-database-role.ts';
import { listUrls, URL_FORMATS } from './format-urls.ts';
import { readPackage } from './package-manifest.ts';
import { signInTo } from './sign-in.ts';
import type { ConfirmLoss } from './update-stack.ts';

export interface DeployPackageOptions {
  /** The folder of the package, and its name as the user gave it. */
  readonly folder: string;
  readonly name: string;
  readonly stage: string;
  readonly confirm: ConfirmLoss;
  readonly print: (text: string) => void;
}

/**
 * Deploys what the command package wrote, without the folder of the dashboard. Refuses a package for another stage, and
 * one whose files have changed. Uploads no data.
 */
export const deployPackage = async (options: DeployPackageOptions): Promise<CommandFailure | undefined> => {
  const { folder, name, stage, confirm, print } = options;
  const { manifest, template } = await readPackage(folder, name, stage);
  const { dashboard, region, tags, statementMs, endpoints } = manifest;
  const address: StackAddress = {
    name: stackName({ name: dashboard }, stage),
    region,
    options: ['--package', name, '--stage', stage],
  };
  for (const { message, hint } of checkRegion({ region })) print(`warning: ${message} (${hint})`);
  const signedIn = await signInTo(address, { ...manifest, stage }, print);
  if ('failure' in signedIn) return signedIn;
  const { place } = signedIn;
  if (manifest.codeBucket !== undefined) await requireNamedBucket(place.bucket);
  const files = Object.keys(manifest.files).filter((file) => file.endsWith('.zip'));
  const zips = files.map((file) => ({ name: file, path: join(folder, file) }));
  const failed = await applyInterruptibly({ address, tags, place, template, zips, confirm, print });
  if (failed) return failed;
  const stack = await requireStack(address);
  if (statementMs !== undefined) {
    await step('Creating the database role of the functions', () =>
      createReader(ownDatabase(stack), outputOf(stack, 'ReaderSecretArn'), statementMs),
    );
  }
  print(`\n${URL_FORMATS.table(listUrls({ endpoints }, outputOf(stack, 'HttpApiUrl')))}`);
  print(`The files of data/ are not part of a package: ${commandLine('upload')} uploads them.`);
  return undefined;
};

/** Refuses options that need the folder of a dashboard. */
export const packageConflict = (others: readonly string[]): CommandFailure | undefined => {
  const [other] = others;
  return other === undefined
    ? undefined
    : fail(`--package and --${other} cannot be used together: a package has a template and zips only`, 2);
};
