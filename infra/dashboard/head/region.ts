import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { didYouMean } from '../folder/name-words.ts';
import type { HeadKey } from './head-key.ts';

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

const KNOWN_REGIONS: readonly string[] = Object.values(REGIONS).flat();

/** Regions in which Aurora PostgreSQL has no Data API, by AWS's list of November 2026. */
const WITHOUT_DATA_API: ReadonlySet<string> = new Set(['ap-south-2', 'ap-southeast-4', 'ap-southeast-6']);

/** Returns the partition also of regions that `REGIONS` does not have. */
export const partitionOf = (region: string): Partition => {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
};

type Fields = Readonly<Record<string, unknown>>;

const REGION = /^[a-z]{2,4}(-[a-z]+)+-[0-9]$/;
const MAX_NEAR = 3;

export const isRegion = (text: string): boolean => REGION.test(text);

const unknownRegion = (region: string): readonly DefinitionProblem[] => {
  if (!isRegion(region) || KNOWN_REGIONS.includes(region)) return [];
  const near = nearestNames(region, KNOWN_REGIONS, MAX_NEAR);
  const hint = near.length > 0 ? didYouMean(near) : 'correct it, unless the region is new';
  return [
    { path: ['region'], severity: 'warning', message: say`there was no region '${region}' in November 2026`, hint },
  ];
};

/** Warns of a region in China. API Gateway refuses all requests there until the account has an ICP licence. */
const licence = (region: string): readonly DefinitionProblem[] =>
  partitionOf(region) === 'aws-cn'
    ? [
        {
          path: ['region'],
          severity: 'warning',
          message: say`in ${region} every endpoint answers 403 until the account has an ICP licence`,
          hint: 'ask for the licence in the AWS console, for Beijing and Ningxia each: API Gateway needs it for requests without authentication, and for a domain',
        },
      ]
    : [];

export const checkRegion = ({ region }: Fields): readonly DefinitionProblem[] =>
  typeof region === 'string' ? [...unknownRegion(region), ...licence(region)] : [];

/** Refuses SQL in a region where Aurora PostgreSQL has no Data API, because functions need that API for queries. */
export const checkDataApi = ({ region }: Fields, hasSql: boolean): readonly DefinitionProblem[] =>
  hasSql && typeof region === 'string' && WITHOUT_DATA_API.has(region)
    ? [
        {
          path: ['region'],
          message: say`the endpoints with SQL need the Data API, which Aurora PostgreSQL did not have in ${region} in November 2026`,
          hint: 'choose another region, or files instead of SQL',
        },
      ]
    : [];

/** Checks a region that is not from dashboard.yml, in the same way as `check` does for the key `region`. */
export const checkFoundRegion = (region: string, hasSql: boolean): readonly DefinitionProblem[] => [
  ...checkRegion({ region }),
  ...checkDataApi({ region }, hasSql),
];

export const region: HeadKey = {
  group: 'The stack',
  schema: {
    title: 'Where the stack is deployed',
    description: 'an AWS region, such as ap-southeast-1',
    examples: ['ap-southeast-1'],
    type: 'string',
    pattern: '^[a-z]{2,3}(-[a-z]+)+-[0-9]$',
  },
  without: 'the region of your AWS profile',
  instead: () => 'the default region',
  check: (region) => checkRegion({ region }),
  compile: (region) => ({ region: region as string }),
};
