import { tagsOf } from '../build/stack/tags.ts';
import { withDeployedSnapshot } from '../deploy/choose-snapshot.ts';
import { compareStack } from '../deploy/compare-stack.ts';
import { diffJson } from '../deploy/diff-json.ts';
import { formatDiff } from '../deploy/format-diff.ts';
import type { StackDiff } from '../deploy/stack-diff.ts';
import { requireCredentials } from './aws/require-credentials.ts';
import { checkForStage } from './deployment/check-for-stage.ts';
import { type PackagedDashboard, packageDashboard } from './deployment/package-dashboard.ts';
import { stackOf } from './deployment/stack-of.ts';
import { NAMED_TARGET_OPTIONS, readNamedTarget } from './deployment/target.ts';
import type { Command } from './read-options.ts';
import { fail, runCommand } from './run-command.ts';

const FORMATS: Readonly<Record<string, (diff: StackDiff) => string>> = { text: formatDiff, json: diffJson };

const COMMAND: Command = {
  name: 'npm run diff',
  purpose: 'Shows what a deployment would add, change, replace and remove. Needs AWS credentials; changes nothing.',
  options: {
    ...NAMED_TARGET_OPTIONS,
    format: { type: 'string', value: 'form', meaning: Object.keys(FORMATS).join(', '), default: 'text' },
  },
};

await runCommand(COMMAND, async (values) => {
  const format = FORMATS[String(values.format)];
  if (!format) return fail(`--format is ${COMMAND.options.format?.meaning}; found ${values.format}`, 2);
  const target = readNamedTarget(values);
  if ('failure' in target) return target;
  const checked = await checkForStage(target, console.error);
  if ('failure' in checked) return checked;

  const { stage } = target;
  const address = stackOf(checked, stage);
  await requireCredentials(address.region);
  const dashboard = await withDeployedSnapshot(checked, stage);
  const compare = ({ template }: PackagedDashboard) =>
    compareStack({ address, template, tags: tagsOf(dashboard, stage) });
  console.log(format(await packageDashboard(dashboard, stage, compare, process.stderr)));
  return undefined;
});
