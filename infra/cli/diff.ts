import { defineCommand, formatOption } from '../command-line/define-command.ts';
import { checkForStage, readAwsTarget, TARGET_OPTIONS } from '../command-line/target.ts';
import { codeParameters } from '../deploy/apply-template.ts';
import { interruptible } from '../deploy/aws/interruption.ts';
import { stackAddressOf } from '../deploy/aws/stacks.ts';
import { withDeployedSnapshot } from '../deploy/choose-snapshot.ts';
import { compareStack } from '../deploy/compare-stack.ts';
import { diffJson, formatComparison } from '../deploy/format-diff.ts';
import { refuseCluster } from '../deploy/named-cluster.ts';
import { type PackagedDashboard, packageDashboard } from '../deploy/package-dashboard.ts';
import { signIn } from '../deploy/sign-in.ts';
import { commandLine } from '../program/command-line.ts';
import { tagsOf } from '../stack/template/template.ts';
import { fail } from '../terminal/fail.ts';
import { printError, printFormat } from '../terminal/print.ts';

const FORMATS = { text: formatComparison, json: diffJson };

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    drift: {
      meaning: 'also compares with what is in AWS, and names what was changed or deleted there without a deployment',
    },
    check: { meaning: 'exit code 1 if a deployment would change anything' },
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
    const signedIn = await signIn(checked, stage, printError);
    if ('failure' in signedIn) return signedIn;
    const refused = await refuseCluster(checked, printError);
    if (refused) return refused;
    const { place } = signedIn;
    const dashboard = await withDeployedSnapshot(checked, stage);
    const parameters = codeParameters(place);
    const tags = tagsOf(dashboard, stage);
    const compare = ({ template }: PackagedDashboard) =>
      interruptible(() =>
        compareStack({ address, template, parameters, tags, bucket: place.bucket, comparesActual: values.drift }),
      );
    const diff = await packageDashboard(dashboard, stage, compare, process.stderr);
    printFormat(values.format, FORMATS[values.format](diff));
    return values.check && diff.changes.length > 0 ? fail('') : undefined;
  },
});
