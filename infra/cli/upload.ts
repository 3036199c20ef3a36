import { defineCommand } from '../command-line/define-command.ts';
import { checkForStage, readAwsTarget, TARGET_OPTIONS } from '../command-line/target.ts';
import { outputOf, requireStack, stackAddressOf } from '../deploy/aws/stacks.ts';
import { signIn } from '../deploy/sign-in.ts';
import { uploadData } from '../deploy/upload-data.ts';
import { print } from '../terminal/print.ts';

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    bucket: { value: 'name', meaning: 'the bucket; by default that of dashboard.yml, or else that of the stack' },
    prune: { meaning: 'also deletes the dashboard’s objects that are no longer in data/' },
  },
  run: async (values) => {
    const target = await readAwsTarget(values);
    if ('failure' in target) return target;
    const dashboard = await checkForStage(target);
    if ('failure' in dashboard) return dashboard;
    const address = stackAddressOf(dashboard, target.stage);
    const signedIn = await signIn(dashboard, target.stage, print);
    if ('failure' in signedIn) return signedIn;
    const named = values.bucket ?? dashboard.bucket;
    const bucket = named ?? outputOf(await requireStack(address), 'DataBucketName');
    const { region } = address;
    await uploadData({ dashboard, bucket, region, prune: values.prune, print });
    return undefined;
  },
});
