import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { explained } from './aws/explain-error.ts';
import { type DeployedStack, listResources, nextCommand } from './aws/stacks.ts';

const isThere = (bucket: string, region: string): Promise<boolean> =>
  explained(`finding the bucket ${bucket}`, async () => {
    const client = new S3Client({ region });
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
      return true;
    } catch (error) {
      if ((error as Error).name === 'NotFound') return false;
      throw error;
    } finally {
      client.destroy();
    }
  });

const createLine = (bucket: string, region: string): string => {
  const place = region === 'us-east-1' ? '' : ` --create-bucket-configuration LocationConstraint=${region}`;
  return `aws s3api create-bucket --bucket ${bucket} --region ${region}${place}`;
};

/**
 * Refuses a stack whose data bucket was deleted by hand: CloudFormation would only notice when it changes the bucket.
 * @throws Error with the commands that lead on.
 */
export const requireDataBucket = async (stack: DeployedStack): Promise<void> => {
  const resources = await listResources(stack);
  const bucket = resources.find(({ logicalId, type }) => logicalId === 'DataBucket' && type === 'AWS::S3::Bucket');
  if (!bucket || bucket.id === '' || (await isThere(bucket.id, stack.region))) return;
  throw new Error(
    `The data bucket ${bucket.id} of the stack ${stack.name} no longer exists. Make it again: ` +
      `${createLine(bucket.id, stack.region)}. Or remove the stack: ${nextCommand(stack, 'remove')}`,
  );
};
