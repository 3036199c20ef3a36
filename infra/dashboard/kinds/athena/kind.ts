import type { AthenaSource } from '../../../../shared/kinds/athena/athena-query.ts';
import type { SourceKind } from '../source-kind.ts';
import { checkAthena, readAthena } from './check-athena.ts';
import { asksOwnWorkgroup, isLake, OWN_WORKGROUP, queriesAlarm, queryLake, workgroupResources } from './resources.ts';

const KEYS: SourceKind['keys'] = {
  source: {
    title: 'A query of files in S3, through Amazon Athena',
    examples: [
      'select region, sum(amount) as amount from orders where day >= date(:from) and at between :from and :to group by 1',
      {
        file: 'queries/sales.sql',
      },
    ],
    $ref: '#/$defs/athena',
  },
  beside: {
    workgroup: {
      title: 'The workgroup of this query, in place of that of athena at the top',
      examples: ['walls'],
      $ref: '#/$defs/workgroup',
    },
    database: {
      title: 'The database of this query, in place of that of athena at the top',
      examples: ['shop'],
      $ref: '#/$defs/glueDatabase',
    },
    catalog: {
      title: 'The catalogue of this query, in place of that of athena at the top',
      examples: ['AwsDataCatalog'],
      $ref: '#/$defs/catalog',
    },
    scan: {
      title: 'How much this query may scan, in place of scan of athena at the top',
      examples: ['200 MB'],
      $ref: '#/$defs/scan',
    },
    scanned: {
      title: 'How much this query usually scans, at most scan, for `wallfeed cost`; functions ignore it',
      examples: ['40 MB'],
      $ref: '#/$defs/scanned',
    },
    data: {
      title: 'Where the tables of this query lie, in place of data of athena at the top',
      examples: ['s3://shop-lake/orders/', ['s3://shop-lake/orders/', 's3://shop-lake/refunds/']],
      $ref: '#/$defs/prefixes',
    },
    results: {
      title: 'Where the workgroup of this query puts its results, in place of results of athena at the top',
      examples: ['s3://shop-results/walls/'],
      $ref: '#/$defs/results',
    },
  },
  top: {
    title: 'Where the queries of datasets run, and how much each may scan',
    description:
      'a map of `database` and, if you like, `workgroup`, `catalog`, `scan`, `data` and `results`, such as `{ database: shop, scan: 1 GB }`',
    examples: [
      {
        workgroup: 'walls',
        database: 'shop',
        scan: '1 GB',
      },
    ],
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      workgroup: {
        examples: ['walls'],
        $ref: '#/$defs/workgroup',
      },
      database: {
        examples: ['shop'],
        $ref: '#/$defs/glueDatabase',
      },
      catalog: {
        examples: ['AwsDataCatalog'],
        default: 'AwsDataCatalog',
        $ref: '#/$defs/catalog',
      },
      scan: {
        examples: ['1 GB'],
        default: '1 GB',
        $ref: '#/$defs/scan',
      },
      data: {
        examples: ['s3://shop-lake/orders/'],
        $ref: '#/$defs/prefixes',
      },
      results: {
        examples: ['s3://shop-results/walls/'],
        $ref: '#/$defs/results',
      },
    },
  },
};

const MINUTE_MS = 60_000;

export const kind: SourceKind = {
  name: 'athena',
  keys: KEYS,
  isFile: false,
  isOfEndpoints: false,
  isBilled: true,
  slots: {
    minMs: MINUTE_MS,
    defaultMs: 10 * MINUTE_MS,
    hint: 'write 1m or more: each slot is a query that Athena charges for',
  },
  check: readAthena,
  checkTop: checkAthena,
  run: async (source, window, place) =>
    (await import('./run-athena.ts')).runAthena(source as AthenaSource, window, place),
  needs: {
    permissions: queryLake,
    resources: workgroupResources,
    alarms: queriesAlarm,
    environment: (datasets) => (datasets.some(asksOwnWorkgroup) ? { WALLFEED_WORKGROUP: OWN_WORKGROUP } : {}),
  },
  price: {
    title: 'Athena',
    noun: 'queries',
    line: 'scan',
    facts: (dataset) => ({
      asksOwnWorkgroup: asksOwnWorkgroup(dataset),
      ...(isLake(dataset) && {
        scannedBytes: dataset.scanned ?? dataset.scan ?? 0,
        ...(dataset.scanned === undefined && { isScanBound: true }),
      }),
    }),
  },
  emulator: {
    needs: (workgroup) => ({ workgroups: { [workgroup]: {} } }),
    install: async (print) => {
      const { DUCKDB_MB, installDuckDb } = await import('../../../trino/dialect/duckdb.ts');
      const line = `Installing DuckDB, ${DUCKDB_MB} MB, which emulates Athena. This is done once.`;
      await installDuckDb(() => print(line));
    },
    notice: 'Athena is emulated by DuckDB, with the CSV and Parquet files of data/ as its tables.',
  },
  docs: {
    rows: 'a data lake: Parquet or CSV files in S3, too many for one file or for a database',
    advice: 'a dataset with `athena`. It is the only way to Athena',
    form: "one SELECT in Athena's SQL, or `file:queries/sales.sql`",
    beside: [
      ['`database`', 'the database of the Glue catalogue in which the tables are. Required'],
      ['`scan`', 'the most bytes that a query may scan, from `10 MB`; `1 GB` unless given'],
      ['`scanned`', 'what a query usually scans, at most `scan`, so that `wallfeed cost` need not assume `scan`'],
      [
        '`data`',
        'where the files of the tables lie: `s3://bucket/prefix/` or a list. Without it, functions read through Lake Formation',
      ],
      ['`workgroup`, `results`', 'a workgroup of yours, and where it puts results. Without it, the stack makes one'],
      ['`catalog`', 'another data catalogue than `AwsDataCatalog`'],
    ],
    example: 'select ...',
    errors: [
      'SOURCE_TIMEOUT',
      'SOURCE_RESUMING',
      'SQL_FAILED',
      'SOURCE_TOO_LARGE',
      'SOURCE_THROTTLED',
      'SOURCE_DENIED',
      'SOURCE_NOT_FOUND',
      'TABLE_COLUMNS',
      'TABLE_CELL',
    ],
    limits: 'A query has at most 10 000 rows through Athena',
  },
};
