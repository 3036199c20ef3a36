import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainSettings } from '../dashboard/head/dashboard-head.ts';
import { certificateRefusal } from '../dashboard/head/domain.ts';
import type { Permission } from '../dashboard/kinds/permission.ts';
import { programPath } from '../program/program-files.ts';
import { MAX_FUNCTION_NAME_CHARS } from './function-name.ts';
import { routeRefusals } from './http-api.ts';
import { MAX_POLICY_CHARS, policySize } from './permissions.ts';
import type { Template } from './template/template.ts';

/** The resources that osls and template.ts make for each function, besides its role. */
const OF_FUNCTION = [
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::LogGroup',
];
const OF_API = ['AWS::ApiGatewayV2::Api', 'AWS::ApiGatewayV2::Stage'];
const OF_ACCESS_LOG = ['AWS::Logs::LogGroup'];

const typesInFile = (name: string): readonly string[] => {
  const text = readFileSync(join(programPath('stackResources'), `${name}.yml`), 'utf8');
  return Array.from(text.matchAll(/^ {4}Type: (AWS::\S+)$/gm), ([, type = '']) => type);
};

export interface CountedStack {
  readonly functions: number;
  readonly hasAccessLog: boolean;
  readonly files: readonly string[];
  readonly generated: Readonly<Record<string, { readonly Type: string }>>;
}

/** Does not run osls. */
export const resourceTypes = ({ functions, hasAccessLog, files, generated }: CountedStack): readonly string[] => {
  const inFiles = files.flatMap(typesInFile);
  // The generated properties of the database belong to a resource of database.yml, which is counted already.
  const own = Object.values(generated).filter(
    ({ Type }) => !(Type === 'AWS::RDS::DBCluster' && inFiles.includes(Type)),
  );
  return [
    ...Array.from({ length: functions }, () => OF_FUNCTION).flat(),
    ...OF_API,
    ...(hasAccessLog ? OF_ACCESS_LOG : []),
    ...inFiles,
    ...own.map(({ Type }) => Type),
  ];
};

const STAGE = /^[a-z][a-z0-9]*$/;

/**
 * A stage name that is not allowed, because some families begin with `mixed-`. The family list of the dashboard ops-dev
 * in the stage mixed would have the same function name as the family mixed-list of the dashboard ops in the stage dev.
 */
const RESERVED = 'mixed';

/**
 * Returns the reason why a stage name is not allowed, if any. With hyphens, the dashboard ops in eu-prod and the
 * dashboard ops-eu in prod would be the same stack.
 */
export const stageRefusal = (stage: string): string | undefined => {
  if (!STAGE.test(stage)) return 'must be lower-case letters and digits with a letter first, such as dev';
  return stage === RESERVED ? `must not be ${RESERVED}, because names of families begin with that word` : undefined;
};

/** A deployment would fail on AWS's limits only after minutes. */
export interface Limited {
  readonly stage: string;
  readonly region: string;
  readonly domain: DomainSettings | undefined;
  readonly functionNames: readonly string[];
  readonly routeKeys: readonly string[];
  readonly permissions: ReadonlyMap<string, readonly Permission[]>;
}

const nameRefusals = ({ stage, functionNames }: Limited): readonly string[] => {
  const longest = functionNames.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const refusal = stageRefusal(stage);
  return [
    ...(refusal === undefined ? [] : [`the stage ${stage} ${refusal}`]),
    ...(longest.length <= MAX_FUNCTION_NAME_CHARS
      ? []
      : [
          `the function ${longest} has a name of ${longest.length} letters, and Lambda allows ${MAX_FUNCTION_NAME_CHARS}: use a stage that is ${longest.length - MAX_FUNCTION_NAME_CHARS} letters shorter, or a shorter name for the dashboard`,
        ]),
  ];
};

const policyRefusals = ({ permissions }: Pick<Limited, 'permissions'>): readonly string[] =>
  Array.from(permissions, ([family, ones]) => [family, policySize(ones)] as const)
    .filter(([, size]) => size > MAX_POLICY_CHARS)
    .map(
      ([family, size]) =>
        `the endpoints of ${family} use too many tokens or files of other buckets: their policy has ${size} characters, and IAM allows ${MAX_POLICY_CHARS}; let endpoints share tokens, or move the files into data/`,
    );

const domainRefusals = ({ domain, region }: Limited): readonly string[] => {
  const refusal = domain?.certificate === undefined ? undefined : certificateRefusal(domain.certificate, region);
  return refusal === undefined ? [] : [refusal];
};

const lastingRefusals = (limited: Pick<Limited, 'routeKeys' | 'permissions'>): readonly string[] => [
  ...routeRefusals(limited.routeKeys),
  ...policyRefusals(limited),
];

const MAX_RESOURCES = 500;

/** Returns the reason why CloudFormation would refuse resources of these types, and what to leave out. */
const resourceRefusals = (types: readonly string[]): readonly string[] => {
  const count = types.length;
  if (count <= MAX_RESOURCES) return [];
  const countOf = (type: string): number => types.filter((one) => one === type).length;
  return [
    `the stack has ${count} resources, and CloudFormation allows ${MAX_RESOURCES}: leave out \`path\` of endpoints (there are ` +
      `${countOf('AWS::ApiGatewayV2::Route')} routes) or openings of \`hours\` ` +
      `(${countOf('AWS::Scheduler::Schedule')} schedules), set \`watch\` to basic or none ` +
      `(${countOf('AWS::CloudWatch::Alarm')} alarms), or split the dashboard into two`,
  ];
};

/** Limits of these parts do not depend on stage and region. */
interface StagelessLimited extends Pick<Limited, 'routeKeys' | 'permissions'> {
  readonly types: readonly string[];
}

/** Returns the reasons why AWS would refuse the stack in every stage and region; empty if it would not. */
export const stagelessRefusals = ({ types, ...limited }: StagelessLimited): readonly string[] => [
  ...lastingRefusals(limited),
  ...resourceRefusals(types),
];

/** @throws Error if a template has more resources than CloudFormation allows. The message says what to leave out. */
export const requireFewResources = ({ Resources }: Template): void => {
  const [refusal] = resourceRefusals(Object.values(Resources).map(({ Type }) => Type));
  if (refusal !== undefined) throw new Error(refusal);
};

/** @throws Error if the stack exceeds a limit of AWS. The message says what to change. */
export const checkLimits = (limited: Limited): void => {
  const [refusal] = [...nameRefusals(limited), ...lastingRefusals(limited), ...domainRefusals(limited)];
  if (refusal !== undefined) throw new Error(refusal);
};
