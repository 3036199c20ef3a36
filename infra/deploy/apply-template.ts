import { readFile } from 'node:fs/promises';
import { pluralize } from '../../shared/errors/pluralize.ts';
import type { Template } from '../stack/template/template.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { step } from '../terminal/print.ts';
import { callService, explained } from './aws/call-service.ts';
import { changedMeanwhile, createChangeSet } from './aws/change-sets.ts';
import { provideCodeBucket, storedSource } from './aws/code-bucket.ts';
import { Interrupted, interruptible } from './aws/interruption.ts';
import { deleteStack } from './aws/stack-states.ts';
import { findStack, nextCommand, type StackAddress } from './aws/stacks.ts';
import { describeDiff, examineStack, type StackState, templateFor } from './compare-stack.ts';
import {
  type CodePlace,
  cleanPackages,
  type Deployment,
  listStored,
  readDeployments,
  recordDeployment,
  type StoredTemplate,
  storeOnce,
  templateHash,
} from './deployments.ts';
import { LEGACY_OUTPUT, legacyCopyOf } from './legacy-bucket.ts';
import { requireZones } from './requirements.ts';
import { findOtherStack } from './second-stack.ts';
import type { StackChange, StackDiff } from './stack-diff.ts';
import { type ConfirmLoss, discard, updateStack } from './update-stack.ts';

/** The versions that `--previous` can restore, and some more. */
const KEPT_VERSIONS = 5;
const API = '/2015-03-31/functions';

interface VersionPage {
  readonly Versions: readonly { readonly Version: string }[];
  readonly NextMarker?: string | null;
}

const listVersions = async (name: string, region: string): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let marker: string | undefined = ''; marker !== undefined; ) {
    const query = marker === '' ? {} : { Marker: marker };
    const text = await callService('lambda', region, { method: 'GET', path: `${API}/${name}/versions`, query });
    const { Versions, NextMarker } = JSON.parse(text) as VersionPage;
    found.push(...Versions.map(({ Version }) => Number(Version)).filter((version) => version > 0));
    marker = NextMarker ?? undefined;
  }
  return found.toSorted((one, other) => other - one);
};

const deleteVersion = async (name: string, version: number, region: string): Promise<void> => {
  const request = { method: 'DELETE', path: `${API}/${name}`, query: { Qualifier: String(version) } } as const;
  await callService('lambda', region, request).catch((error: Error) => {
    // An alias may still name an old version.
    if (!/^(ResourceNotFound|ResourceConflict)Exception$/.test(error.name)) throw error;
  });
};

/** Deletes all versions of functions but the newest, one call after the other, because Lambda allows few at once. */
const deleteOldVersions = (names: readonly string[], region: string): Promise<void> =>
  explained('deleting old versions of the functions', async () => {
    for (const name of names) {
      const old = (await listVersions(name, region)).slice(KEPT_VERSIONS);
      for (const version of old) await deleteVersion(name, version, region);
    }
  });

export interface PackageFile {
  readonly name: string;
  readonly path: string;
}

export interface DeployChoices {
  /** True to change back what was changed past CloudFormation. */
  readonly isRepair?: boolean;
  /** True to make a stack although the dashboard has one under another name or in another region. */
  readonly isNewStack?: boolean;
  readonly confirm: ConfirmLoss;
}

export interface ApplyOptions extends DeployChoices {
  readonly address: StackAddress;
  readonly tags: Readonly<Record<string, string>>;
  readonly place: CodePlace;
  readonly template: Template;
  /** Default: the bucket and the prefix of the package. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** True if a template that was deployed before is restored. No new record is written. */
  readonly isRestored?: boolean;
  readonly state?: StackState;
  readonly zips: readonly PackageFile[];
  readonly print: (text: string) => void;
}

export const codeParameters = ({ bucket, prefix }: CodePlace): Readonly<Record<string, string>> => ({
  CodeBucket: bucket.name,
  CodePrefix: prefix,
});

const isOf = (template: Template) => {
  const hash = templateHash(template);
  return (deployment: Deployment): boolean => deployment.hash === hash;
};

/**
 * Returns undefined if nothing is deployed. If the deployed template has no record, its deployment was interrupted, and
 * the newest record is that of the deployment before.
 */
const findCurrent = async (
  { stack, deployed, address }: StackState,
  { tags }: ApplyOptions,
  deployments: readonly Deployment[],
): Promise<StoredTemplate | undefined> => {
  if (!stack) return undefined;
  const current = deployments.find(isOf(deployed));
  if (current) return current.template;
  const bucket = stack.outputs[LEGACY_OUTPUT];
  const { dashboard = '', stage = '' } = tags;
  const place = { bucket: bucket ?? '', region: address.region, dashboard, stage };
  const legacy = bucket === undefined ? undefined : await legacyCopyOf(place, deployed);
  return legacy ?? deployments[0]?.template;
};

const functionOf = (template: Template, versionId: string): readonly string[] => {
  const { Ref: id = '' } = Object(template.Resources[versionId]?.Properties?.FunctionName) as { readonly Ref?: string };
  const name = template.Resources[id]?.Properties?.FunctionName;
  return typeof name === 'string' ? [name] : [];
};

/**
 * Deletes old versions of the functions that got a new version. A failure is printed, but does not fail the deployment.
 */
const tidyVersions = async ({ address, changes }: StackDiff, template: Template, print: ApplyOptions['print']) => {
  const added = changes.filter(({ action, type }) => action === 'add' && type === 'AWS::Lambda::Version');
  const names = added.flatMap(({ logicalId }) => functionOf(template, logicalId));
  await deleteOldVersions(names, address.region).catch((error: Error) => {
    if (error instanceof Interrupted) throw error;
    print(`Old versions of functions stay: ${error.message}`);
  });
};

/**
 * Refuses to go on if somebody else has deployed since the state was read: the new template lacks what was added there.
 * Once the change set exists, CloudFormation itself refuses to execute it after another deployment.
 */
const refuseChanged = async ({ address, stack }: StackState): Promise<void> => {
  if (!stack) return;
  const now = await findStack(address);
  if (now?.id === stack.id && now.updatedAt === stack.updatedAt) return;
  throw changedMeanwhile(address, 'this deployment began');
};

const BUDGET_TAGS =
  'The new budget counts nothing until its tags are active. AWS knows the tags a day after the deployment. Then run, in the account ' +
  'that pays: aws ce update-cost-allocation-tags-status --cost-allocation-tags-status TagKey=dashboard,Status=Active ' +
  'TagKey=stage,Status=Active';

const isNewBudget = ({ action, type }: StackChange): boolean => action === 'add' && type === 'AWS::Budgets::Budget';

const deployTemplate = async (
  options: ApplyOptions,
  state: StackState,
  { template, key }: { readonly template: Template; readonly key: string },
  stored: Awaited<ReturnType<typeof listStored>>,
): Promise<CommandFailure | undefined> => {
  const { address, place, tags, zips, confirm, print, parameters = codeParameters(place) } = options;
  await storeOnce(place, stored, key, async () => JSON.stringify(template));
  const type = state.stack ? 'UPDATE' : 'CREATE';
  const source = storedSource(place.bucket, key);
  const revertsDrift = options.isRepair === true && type === 'UPDATE';
  const changeSet = await createChangeSet({ address, source, parameters, tags, type, revertsDrift });
  await refuseChanged(state).catch(async (error: unknown) => {
    await discard(changeSet);
    throw error;
  });
  const upload = async (): Promise<void> => {
    if (zips.length === 0) return;
    await step(`Uploading the code, ${pluralize(zips.length, 'file')}`, async () => {
      for (const { name, path } of zips) await storeOnce(place, stored, place.prefix + name, () => readFile(path));
    });
  };
  const diff = describeDiff(state, template, changeSet.changes, revertsDrift);
  const failed = await updateStack({ diff, changeSet, confirm, print, upload });
  if (failed) return failed;
  await tidyVersions(diff, template, print);
  if (diff.changes.some(isNewBudget)) print(BUDGET_TAGS);
  return undefined;
};

const record = async (
  { place, parameters = codeParameters(place), zips }: ApplyOptions,
  { template, key }: { readonly template: Template; readonly key: string },
  deployments: readonly Deployment[],
  before: StoredTemplate | undefined,
): Promise<void> => {
  const { bucket, prefix } = place;
  const isPrevious = before !== undefined && before.key !== key;
  const recorded = isPrevious ? undefined : deployments.find(isOf(template));
  const current =
    recorded ??
    (await recordDeployment(place, {
      hash: templateHash(template),
      template: { bucket: bucket.name, key, parameters },
      zips: zips.map(({ name }) => prefix + name),
      ...(isPrevious && { previous: before }),
    }));
  await cleanPackages(place, current, deployments);
};

/**
 * Executes the change set that was shown. Goes on after any failure or interruption of an earlier deployment.
 * Afterwards the data of the stack is protected.
 */
export const applyTemplate = async (options: ApplyOptions): Promise<CommandFailure | undefined> => {
  const { address, tags, place, print } = options;
  const { state = await examineStack(address, tags) } = options;
  const template = templateFor(state, options.template);
  if (!state.stack && !options.isNewStack) {
    const other = await findOtherStack({ address, tags, place, template });
    if (other !== undefined) return fail(other);
  }
  await requireZones(address, state.deployed, template);
  await provideCodeBucket(place.bucket);
  if (state.outlook === 'recreate') {
    print(`The first deployment of ${address.name} failed, and left an empty stack, which is deleted now.`);
    await deleteStack(address);
  }
  const stored = await listStored(place);
  const deployments = await readDeployments(place, stored);
  const before = await findCurrent(state, options, deployments);
  const wanted = { template, key: `${place.prefix}template-${templateHash(template)}.json` };
  const failed = await deployTemplate(options, state, wanted, stored);
  if (failed) return failed;
  if (!options.isRestored) await record(options, wanted, deployments, before);
  return undefined;
};

/** Deploys a template until Ctrl-C. The message of an interruption says how to go on. */
export const applyInterruptibly = async (options: ApplyOptions): Promise<CommandFailure | undefined> => {
  try {
    return await interruptible(() => applyTemplate(options));
  } catch (error) {
    if (!(error instanceof Interrupted) || error.saysNext) throw error;
    const next = nextCommand(options.address, 'deploy');
    throw new Interrupted(error.exitCode, `Interrupted. To finish the deployment, repeat the command: ${next}`);
  }
};
