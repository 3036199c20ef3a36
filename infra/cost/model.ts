/** Explains the calculation of calls, caches and the database, without figures. */
export const MODEL = {
  cold:
    'Cold and warm. Each family of components is one Lambda function. An environment of it answers one call at a time; ' +
    'a call for which one has to start is cold, and its start (INIT) is billed. A function keeps as many environments as ' +
    'calls are under way at once on average, and at least --environments: raise that when components ask in the same instant.',
  cache:
    'Cache. For as long as an endpoint’s cache lasts, an environment answers from its memory: it asks the sources once in ' +
    'that time, and once when it starts. All screens are taken to show the same period. Without a cache each call asks ' +
    'every source of its endpoint; a file that has not changed is a paid read, too.',
  files:
    'Files. A call that reads a file takes longer by MB / scan / share of a vCPU (--scan), or by MB / fetch (--fetch) where ' +
    'that is more. A file with a window is scanned for each response, as its rows depend on the time. A function keeps the ' +
    'bytes of such a file up to 16 MB, or up to a sixteenth of its memory if that is less, and fetches a larger one each time.',
  sharing:
    'Shared cache. Of the environments of a function, one makes the response and the others find it in a table of DynamoDB, ' +
    'new environments too: the sources are asked once in the time that the cache lasts. Each call that an environment’s ' +
    'memory does not answer is one read of the table; making a response is 2 writes (a lease and the response; 3 where the ' +
    'cache is shorter than a lease, 3 s), and every other environment is assumed to be refused the lease, and to read it, ' +
    'once each time. The money is within the source calls of JSON and CSV.',
  datasets:
    'Datasets. A dataset is read once in each slot of its cache, for all endpoints that select from it. Through Athena that ' +
    'is one query for all environments of all functions, which share it by its token; each environment waits for the result ' +
    'once (--query). The Data API and S3 are asked by each environment, or once for all with shared: true. Athena bills the ' +
    'bytes that a query scans. They are taken to be scan of dashboard.yml, the most that it may scan, unless --scanned says ' +
    'what it does scan.',
  hours:
    'Opening hours. Screens ask in the hours that dashboard.yml names (--hours overrides them), on a month’s share of the ' +
    'days of a week. The schedule that opens the wall costs one call of each function a day and wakes the database two ' +
    'minutes early.',
  database:
    'Database. It pauses when no call has come for 300 s, and costs no ACU hours while it is paused. Each reading keeps it ' +
    'awake for those 300 s; reads of one function come together, those of several overlap by chance.',
  watching:
    'Watching. Metrics of the log lines, alarms and the CloudWatch dashboard cost the same however often screens ask: ' +
    'with watch: full those of each function, with watch: basic those of the whole stack, with watch: none nothing.',
} as const;

/** Costs that an estimate does not include, with the reasons. */
export const LEFT_OUT: readonly string[] = [
  'Free tiers (among them 100 GB of egress a month), discounts and tax: every unit is paid from the first one on.',
  'Keeping and searching logs: only writing them is counted.',
  'Storing files in S3, uploading them, and their versions; reading them from Lambda in the same region moves no paid data.',
  'The database’s storage, I/O and backups, capacity above what is assumed, and the hours of a database that is not the stack’s own.',
  'The calls that warm the functions before the wall opens: less than a cent; schedules are free up to 14 million runs a month.',
  'Preflights of browsers (about one an hour for each screen and endpoint), failed calls and repeated ones.',
  'Tokens: standard parameters of SSM are free; decrypting them, once in 5 minutes for each environment, costs cents.',
  'Storing shared responses: a few KB for each endpoint and period are less than a cent, and deleting expired ones is free.',
  'Calls of the Data API to Secrets Manager (5.00 per million): how often it makes them is not known here.',
];
