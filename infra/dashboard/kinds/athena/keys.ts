import type { SourceKind } from '../source-kind.ts';

/** The keys of a query through Athena, and of `athena` at the top of the file. */
export const KEYS: SourceKind['keys'] = {
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
        $ref: '#/$defs/catalog',
      },
      scan: {
        examples: ['1 GB'],
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
