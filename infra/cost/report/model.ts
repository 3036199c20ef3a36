export const MODEL = {
  cold:
    'Cold and warm. Each family of components is one Lambda function. An environment of a function handles one call ' +
    'at a time. A call for which an environment has to start is cold, and the start (INIT) is billed. A function has ' +
    'as many environments as calls run at once on average, but at least --environments. Raise that option if ' +
    'components send their requests at the same instant.',
  cache:
    'Cache. While an endpoint’s cache lasts, an environment responds from its memory. It reads the sources once in ' +
    'that time, and once when it starts. All screens are assumed to show the same period. Without a cache, each call ' +
    'reads every source of its endpoint. Reading a file that has not changed is billed too.',
  parameters:
    'Parameters. The sources are read for each combination of parameters, or for --combinations, but not more often ' +
    'than requests arrive.',
  files:
    'Files. A file adds to a call the longer of two times: MB / (--scan x share of a vCPU), or MB / --fetch. A file ' +
    'with a window is scanned for each response, because its rows depend on the time. A function keeps the bytes of ' +
    'such a file if they are at most 16 MB and at most a sixteenth of its memory. It fetches a larger file each ' +
    'time.',
  sharing:
    'Shared cache. One environment of a function builds the response. The other environments, also new ones, find it ' +
    'in a DynamoDB table, so the sources are read once while the cache lasts. A call reads the table if its ' +
    'environment has no response in memory. Building a response takes 2 writes: the lease and the response (3 if the ' +
    'cache is shorter than a lease of 3 s). Every other environment is assumed to try for the lease once, in vain, ' +
    'which is one write and one read. In the formats json and csv, this cost is part of the source calls.',
  datasets:
    'Datasets. A dataset is read once in each slot of its cache, for all endpoints that select from it. All ' +
    'environments of all functions share one query through Athena, and each of them waits for the result once ' +
    '(--query). The Data API and S3 are called by each environment, or once for all with shared: true. Athena bills ' +
    'the bytes that a query scans. An estimate assumes scanned of dashboard.yml, or else scan, which is the most that ' +
    'a query may scan, unless --scanned gives the real size.',
  hosts:
    'Hosts. Each page of an answer, also an empty one at its end, is a call, like each login, which is assumed to last an hour. An estimate assumes ' +
    'as many pages as atMost allows, unless --pages gives their number. A function waits for each call (--http). ' +
    'CloudWatch bills each metric of a read, and of a SEARCH each one that it finds (--found).',
  hours:
    'Opening hours. Screens send requests in the hours of dashboard.yml (--hours overrides them). A month is assumed ' +
    'to have its average number of each weekday. The schedule that opens the wall costs one call of each function a ' +
    'day, and wakes the database two minutes early.',
  database:
    'Database. The stack’s own database pauses after 300 s without a query, and costs no ACU hours while it is ' +
    'paused. Each query keeps it awake for 300 s. The queries of one function come together. Those of several ' +
    'functions overlap at random.',
  watching:
    'Watching. Metrics from log lines, alarms and the CloudWatch dashboard cost the same for any number of requests. ' +
    'watch: full has those of each function, watch: basic has those of the whole stack, and watch: none has none.',
} as const;

export const LEFT_OUT: readonly string[] = [
  'Free tiers (among them 100 GB of egress a month), discounts and tax: every unit is paid from the first one on.',
  'Keeping and searching logs: only writing them is counted.',
  'Storing files in S3, uploading them, and their versions. Reading them from Lambda in the same region costs no transfer.',
  'The database’s storage, I/O and backups, capacity above what is assumed, and the hours of a database that is not the stack’s own.',
  'The calls that warm the functions before the wall opens: less than a cent; schedules are free up to 14 million runs a month.',
  'Preflights of browsers (about one an hour for each screen and endpoint), failed calls and repeated ones.',
  'Tokens: standard parameters of SSM are free; decrypting them, once in 5 minutes for each environment, costs cents.',
  'Storing shared responses: a few KB for each endpoint and period are less than a cent, and deleting expired ones is free.',
  'Calls of the Data API to Secrets Manager (5.00 per million): AWS does not say how often the Data API makes them.',
];
