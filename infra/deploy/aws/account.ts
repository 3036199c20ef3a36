import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { explained } from './explain-error.ts';

/** Asks AWS to which account the credentials belong. AWS answers this call for any credentials. */
export const readAccount = (region: string): Promise<string> =>
  explained('asking for the account of the credentials', async () => {
    const client = new STSClient({ region });
    try {
      const { Account = '' } = await client.send(new GetCallerIdentityCommand({}));
      return Account;
    } finally {
      client.destroy();
    }
  });
