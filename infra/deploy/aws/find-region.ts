import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { explained } from './explain-error.ts';

const NONE = 'Region is missing';

/** As the SDK finds it: in the profile of AWS_PROFILE, or in the default one. */
const profileRegion = (): Promise<string | undefined> =>
  explained('finding the region', async () => {
    const client = new CloudFormationClient({});
    try {
      return await client.config.region();
    } catch (error) {
      if ((error as Error).message === NONE) return undefined;
      throw error;
    } finally {
      client.destroy();
    }
  });

/** The region of the user's environment, as the command line of AWS has it; nothing where it names none. */
export const findRegion = async (): Promise<string | undefined> =>
  process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION || profileRegion();
