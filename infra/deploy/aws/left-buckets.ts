import { GetBucketTaggingCommand, paginateListBuckets, S3Client } from '@aws-sdk/client-s3';
import { clientOf, explained } from './call-service.ts';
import type { StackAddress } from './stacks.ts';

/** CloudFormation begins the name of a bucket with the name of its stack, and shortens a long one. */
const PREFIX_CHARS = 20;

type Tags = Readonly<Record<string, string>>;

const hasTags = async (client: S3Client, Bucket: string, tags: Tags): Promise<boolean> => {
  try {
    const { TagSet = [] } = await client.send(new GetBucketTaggingCommand({ Bucket }));
    return Object.entries(tags).every(([key, value]) =>
      TagSet.some(({ Key, Value }) => Key === key && Value === value),
    );
  } catch (error) {
    if (/^(NoSuchTagSet|NoSuchBucket)$/.test((error as Error).name)) return false;
    throw error;
  }
};

/** Lists the buckets of a region that have the name and the tags of a stack, in the stack and outside of it. */
export const listBuckets = ({ name, region }: StackAddress, tags: Tags): Promise<readonly string[]> =>
  explained('looking for buckets of the stack', async () => {
    const client = clientOf(S3Client, { region });
    const input = { Prefix: name.slice(0, PREFIX_CHARS), BucketRegion: region };
    const found: string[] = [];
    for await (const { Buckets = [] } of paginateListBuckets({ client, pageSize: 1_000 }, input)) {
      for (const { Name = '' } of Buckets) if (await hasTags(client, Name, tags)) found.push(Name);
    }
    return found;
  });
