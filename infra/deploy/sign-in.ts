import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { readAccount } from './aws/account.ts';
import { codeBucketOf } from './aws/code-bucket.ts';
import { requireCredentials } from './aws/explain-error.ts';
import type { CodePlace } from './deployments.ts';
import { accountOf } from './package-manifest.ts';
import { stackAddressOf } from './stack-address.ts';

/** An account that the user's credentials belong to. */
export interface SignedIn {
  readonly account: string;
  /** Where the packages of the stack are. */
  readonly place: CodePlace;
}

/**
 * Asks AWS for the account of the credentials, and prints it. Refuses another account than the one that dashboard.yml
 * names, before anything else is called.
 */
export const signIn = async (
  dashboard: LoadedDashboard,
  stage: string,
  print: (text: string) => void,
): Promise<SignedIn | CommandFailure> => {
  const { name, region } = stackAddressOf(dashboard, stage);
  await requireCredentials(region);
  const account = await readAccount(region);
  const wanted = accountOf(dashboard, stage);
  if (wanted !== undefined && wanted !== account) {
    return fail(
      `The credentials belong to the account ${account}, and dashboard.yml names ${wanted} as \`account\` of the stage ${stage}. ` +
        `Sign in to ${wanted}, or correct \`account\``,
    );
  }
  print(`Account ${account}, region ${region}`);
  return {
    account,
    place: { bucket: codeBucketOf(account, region, dashboard.codeBucket), prefix: `${account}/${name}/` },
  };
};
