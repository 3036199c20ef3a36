import { resolve } from 'node:path';
import { defineCommand } from '../command-line/define-command.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { PROBE } from '../deploy/prove/probe-folder.ts';
import { BILL, prove, removeProof } from '../deploy/prove/prove.ts';
import { signInTo } from '../deploy/sign-in.ts';
import { VERIFICATION } from '../deploy/verify/verify-dashboard.ts';
import { stackName } from '../stack/function-name.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';
import { ask, print } from '../terminal/print.ts';

const NAME = stackName({ name: PROBE.dashboard }, PROBE.stage);
const LOOK_PAUSE_MS = 30_000;

const announce = (region: string, account: string): string => {
  const usd = Object.values(BILL).reduce((sum, one) => sum + one, 0);
  return [
    `This makes the stack ${NAME} in ${region} of the account ${account}, the parameter ${PROBE.token} and the database`,
    `${PROBE.database} of Glue, asks them questions for about an hour, and removes everything: also the last snapshot of`,
    'the database, and the bucket for packages if no other stack has packages in it.',
    `It costs about ${usd.toFixed(2)} USD, and less than a dollar in any region.`,
  ].join('\n');
};

export const command = defineCommand({
  options: {
    region: { value: 'name', meaning: 'the region in which the probe is deployed, such as eu-west-1' },
    out: { value: 'file', meaning: 'the file with the answers', default: 'proof.json' },
    remove: { meaning: 'only removes what an ended run has left' },
    yes: { meaning: 'asks nothing: agrees to the price' },
  },
  notes: ['The file has the date, the region, the answer of AWS to each question, and times. The account is masked.'],
  run: async ({ region, out, remove, yes }) => {
    if (region === undefined) return fail('--region is missing: add it, such as --region eu-west-1', EXIT_USAGE);
    const signedIn = await signInTo({ name: NAME, region }, { stage: PROBE.stage }, print);
    if ('failure' in signedIn) return signedIn;
    const options = {
      ...signedIn,
      region,
      out: resolve(invocationFolder(), out),
      verification: VERIFICATION,
      pauseMs: LOOK_PAUSE_MS,
      print,
    };
    if (remove) return removeProof(options);
    print(announce(region, signedIn.account));
    const isAgreed = yes || (process.stdin.isTTY && /^y(es)?$/i.test(await ask('Type yes to continue: ')));
    return isAgreed ? prove(options) : fail('Nothing was made: add --yes to agree');
  },
});
