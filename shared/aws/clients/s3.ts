import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { ClientModule } from '../official-client.ts';

type Options = { readonly abortSignal: AbortSignal };

const createCalls = (client: S3Client) => ({
  GetObject: (input: never, options: Options) => client.send(new GetObjectCommand(input), options),
  ListObjectsV2: (input: never, options: Options) => client.send(new ListObjectsV2Command(input), options),
});

export const createClient: ClientModule<keyof ReturnType<typeof createCalls>>['createClient'] = (settings) => {
  const calls = createCalls(new S3Client({ ...settings, responseChecksumValidation: 'WHEN_REQUIRED' }));
  return (operation, input, abortSignal) => calls[operation](input as never, { abortSignal });
};
