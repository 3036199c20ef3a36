/** Texts that stand for what must stay inside; none of them may be part of an answer or of a line of the log. */
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

/** What cells, keys and parameters hold here and there: an answer may show it, the log may not. */
export const SHOWN_CANARY = 'canarycell';
