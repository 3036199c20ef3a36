/** The partitions of AWS in which dashboards are deployed. */
export const PARTITIONS = ['aws', 'aws-cn', 'aws-us-gov'] as const;
export type Partition = (typeof PARTITIONS)[number];

/** Regions by partition, as the SDK listed them in November 2026. */
const REGIONS: Readonly<Record<Partition, readonly string[]>> = {
  aws: [
    ...['af-south-1', 'ap-east-1', 'ap-east-2', 'ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-south-1'],
    ...['ap-south-2', 'ap-southeast-1', 'ap-southeast-2', 'ap-southeast-3', 'ap-southeast-4', 'ap-southeast-5'],
    ...['ap-southeast-6', 'ap-southeast-7', 'ca-central-1', 'ca-west-1', 'eu-central-1', 'eu-central-2', 'eu-north-1'],
    ...[
      'eu-south-1',
      'eu-south-2',
      'eu-west-1',
      'eu-west-2',
      'eu-west-3',
      'il-central-1',
      'me-central-1',
      'me-south-1',
    ],
    ...['me-west-1', 'mx-central-1', 'sa-east-1', 'sa-west-1', 'us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'],
  ],
  'aws-cn': ['cn-north-1', 'cn-northwest-1'],
  'aws-us-gov': ['us-gov-east-1', 'us-gov-west-1'],
};

export const KNOWN_REGIONS: readonly string[] = Object.values(REGIONS).flat();

/** Regions in which Aurora PostgreSQL has no Data API, by AWS's list of November 2026. */
export const WITHOUT_DATA_API: ReadonlySet<string> = new Set(['ap-south-2', 'ap-southeast-4', 'ap-southeast-6']);

/** Returns the partition of a region, also of one that is not known yet. */
export const partitionOf = (region: string): Partition => {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
};
