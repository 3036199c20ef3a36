import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { didYouMean } from '../folder/name-words.ts';
import { KNOWN_REGIONS, partitionOf, WITHOUT_DATA_API } from './regions.ts';

type Fields = Readonly<Record<string, unknown>>;

const REGION = /^[a-z]{2,4}(-[a-z]+)+-[0-9]$/;
const MAX_NEAR = 3;

/** Warns of a region that AWS did not have when this version was made. */
const unknownRegion = (region: string): readonly DefinitionProblem[] => {
  if (!REGION.test(region) || KNOWN_REGIONS.includes(region)) return [];
  const near = nearestNames(region, KNOWN_REGIONS, MAX_NEAR);
  const hint = near.length > 0 ? didYouMean(near) : 'correct it, unless the region is new';
  return [{ path: ['region'], severity: 'warning', message: `there was no region '${region}' in November 2026`, hint }];
};

/** Warns that API Gateway answers nobody in China whose account has no ICP licence. */
const licence = (region: string): readonly DefinitionProblem[] =>
  partitionOf(region) === 'aws-cn'
    ? [
        {
          path: ['region'],
          severity: 'warning',
          message: `in ${region} every endpoint answers 403 until the account has an ICP licence`,
          hint: 'ask for the licence in the AWS console, for Beijing and Ningxia each: API Gateway needs it for requests without authentication, and for a domain',
        },
      ]
    : [];

/** Checks the region of a dashboard for what a deployment would meet only later. */
export const checkRegion = ({ region }: Fields): readonly DefinitionProblem[] =>
  typeof region === 'string' ? [...unknownRegion(region), ...licence(region)] : [];

/** Refuses SQL in a region where Aurora PostgreSQL has no Data API, by which functions query it. */
export const checkDataApi = ({ region }: Fields, hasSql: boolean): readonly DefinitionProblem[] =>
  hasSql && typeof region === 'string' && WITHOUT_DATA_API.has(region)
    ? [
        {
          path: ['region'],
          message: `the endpoints with SQL need the Data API, which Aurora PostgreSQL did not have in ${region} in November 2026`,
          hint: 'choose another region, or files instead of SQL',
        },
      ]
    : [];

/** Checks a region that does not stand in dashboard.yml, as `check` checks one that does. */
export const checkFoundRegion = (region: string, hasSql: boolean): readonly DefinitionProblem[] => [
  ...checkRegion({ region }),
  ...checkDataApi({ region }, hasSql),
];
