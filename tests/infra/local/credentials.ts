/** Credentials for the AWS SDK. The emulators accept any credentials. */
export const signed = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;
