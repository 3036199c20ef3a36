import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { ClientModule } from '../official-client.ts';

export const createClient: ClientModule<'GetObject'>['createClient'] = (settings) => {
  const client = new S3Client({ ...settings, responseChecksumValidation: 'WHEN_REQUIRED' });
  return (_, input, abortSignal) => client.send(new GetObjectCommand(input as never), { abortSignal });
};
