import { commandLine } from '../build/command-line.ts';
import { defineCommand, formatOption } from '../command-line/define-command.ts';
import { checkForStage, readAwsTarget, TARGET_OPTIONS } from '../command-line/target.ts';
import { requireCredentials } from '../deploy/aws/explain-error.ts';
import { withDeployedSnapshot } from '../deploy/choose-snapshot.ts';
import { compareStack } from '../deploy/compare-stack.ts';
import { diffJson, formatDiff } from '../deploy/format-diff.ts';
import { type PackagedDashboard, packageDashboard } from '../deploy/package-dashboard.ts';
import { stackAddressOf } from '../deploy/stack-address.ts';
import { tagsOf } from '../stack/template/template.ts';
import { printFormat } from '../terminal/print.ts';

const FORMATS = { text: formatDiff, json: diffJson };

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    format: formatOption(FORMATS, 'text'),
  },
  notes: [
    'json prints { version, stack, counts, losses, urls, baseUrl, changes }: ' +
      `${commandLine('help', 'deploy', 'json')} describes each field. The diff alone goes to standard output.`,
  ],
  run: async (values) => {
    const target = await readAwsTarget(values);
    if ('failure' in target) return target;
    const checked = await checkForStage(target, console.error);
    if ('failure' in checked) return checked;

    const { stage } = target;
    const address = stackAddressOf(checked, stage);
    await requireCredentials(address.region);
    const dashboard = await withDeployedSnapshot(checked, stage);
    const compare = ({ template }: PackagedDashboard) =>
      compareStack({ address, template, tags: tagsOf(dashboard, stage) });
    printFormat(
      values.format,
      FORMATS[values.format](await packageDashboard(dashboard, stage, compare, process.stderr)),
    );
    return undefined;
  },
});
