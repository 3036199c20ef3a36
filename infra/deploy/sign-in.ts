import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type OwnAccounts, ownAccounts } from '../dashboard/head/accounts.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { clientOf, explained, requireCredentials } from './aws/call-service.ts';
import { codeBucketOf } from './aws/code-bucket.ts';
import { type StackAddress, stackAddressOf } from './aws/stacks.ts';
import type { CodePlace } from './deployments.ts';
import { accountOf } from './package-manifest.ts';

/** Asks AWS to which account the credentials belong. AWS answers this call for any credentials. */
const readAccount = (region: string): Promise<string> =>
  explained('asking for the account of the credentials', async () => {
    const { Account = '' } = await clientOf(STSClient, { region }).send(new GetCallerIdentityCommand({}));
    return Account;
  });

export interface SignedIn {
  readonly account: string;
  readonly place: CodePlace;
}

interface Wanted {
  readonly stage: string;
  readonly account?: string | undefined;
  readonly codeBucket?: string | undefined;
  readonly ownAccounts?: OwnAccounts | undefined;
}

/** Refuses a resource of another account than that of the credentials, because AWS would refuse it after minutes. */
const refuseForeign = ({ ownAccounts = {} }: Wanted, account: string): CommandFailure | undefined => {
  const [foreign] = Object.entries(ownAccounts).filter(([, own]) => own !== account);
  if (!foreign) return undefined;
  const [key, own] = foreign;
  return fail(
    `\`${key}\` is in the account ${own}, and the credentials belong to ${account}: AWS takes only one of the stack's own ` +
      `account. Sign in to ${own}, or correct \`${key}\``,
  );
};

/**
 * Prints the account. Refuses another account than the one that dashboard.yml names, and a resource of another account,
 * before anything else is called.
 */
export const signInTo = async (
  { name, region }: StackAddress,
  settings: Wanted,
  print: (text: string) => void,
): Promise<SignedIn | CommandFailure> => {
  const { stage, account: wanted, codeBucket } = settings;
  await requireCredentials(region);
  const account = await readAccount(region);
  if (wanted !== undefined && wanted !== account) {
    return fail(
      `The credentials belong to the account ${account}, and dashboard.yml names ${wanted} as \`account\` of the stage ${stage}. ` +
        `Sign in to ${wanted}, or correct \`account\``,
    );
  }
  const refused = refuseForeign(settings, account);
  if (refused) return refused;
  print(`Account ${account}, region ${region}`);
  return { account, place: { bucket: codeBucketOf(account, region, codeBucket), prefix: `${account}/${name}/` } };
};

export const signIn = (
  dashboard: LoadedDashboard,
  stage: string,
  print: (text: string) => void,
): Promise<SignedIn | CommandFailure> => {
  const { codeBucket, written } = dashboard;
  const settings = {
    stage,
    account: accountOf(dashboard, stage),
    codeBucket,
    ownAccounts: ownAccounts(written.value, stage),
  };
  return signInTo(stackAddressOf(dashboard, stage), settings, print);
};
