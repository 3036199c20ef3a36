/** Texts that stand for internal data. They must not occur in a response or a log line. */
export const canaries = {
  accessKey: 'CANARYACCESSKEY00001',
  secretKey: 'canary/secret+access/key',
  sessionToken: 'canary-session-token',
  bucket: 'canary-bucket-7f3a',
  folder: 'canary-folder-91c2',
  cluster: 'arn:aws:rds:us-east-1:000000000000:cluster:canary-cluster',
  secret: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:canary-secret',
  database: 'canary_database',
  statement: 'canary_relation_',
  token: 'canary-token-of-the-wall',
  nextToken: 'canary-token-that-follows',
  sqlSentence: 'canary sentence of the database',
} as const;

/** A text for cells, keys and parameters. It may occur in a response, but not in the log. */
export const SHOWN_CANARY = 'canarycell';
