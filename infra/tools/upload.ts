import { requireCredentials } from './aws/require-credentials.ts';
import { outputOf, requireStack } from './aws/stacks.ts';
import { checkForStage } from './deployment/check-for-stage.ts';
import { stackOf } from './deployment/stack-of.ts';
import { NAMED_TARGET_OPTIONS, readNamedTarget } from './deployment/target.ts';
import type { Command } from './read-options.ts';
import { runCommand } from './run-command.ts';
import { uploadData } from './upload/upload-data.ts';

const COMMAND: Command = {
  name: 'npm run upload',
  purpose: 'Uploads what changed in a dashboard’s data/ to the bucket of its stack, or to the one that it names.',
  options: {
    ...NAMED_TARGET_OPTIONS,
    bucket: { type: 'string', value: 'name', meaning: 'this bucket, without asking the stack' },
    prune: { type: 'boolean', meaning: 'deletes the dashboard’s objects that are not in data/ any more' },
  },
};

await runCommand(COMMAND, async (values) => {
  const target = readNamedTarget(values);
  if ('failure' in target) return target;
  const dashboard = await checkForStage(target);
  if ('failure' in dashboard) return dashboard;
  const address = stackOf(dashboard, target.stage);
  await requireCredentials(address.region);
  const named = typeof values.bucket === 'string' ? values.bucket : dashboard.bucket;
  const bucket = named ?? outputOf(await requireStack(address), 'DataBucketName');
  const { region } = address;
  await uploadData({ dashboard, bucket, region, prune: values.prune === true, print: console.log });
  return undefined;
});
