/** What the clients of AWS take from the environment; any will do for the stand-ins. */
export const signed = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;
