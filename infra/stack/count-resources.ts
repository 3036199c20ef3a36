import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programPath } from '../build/program-files.ts';

/** The types of the resources that osls and live-aliases.ts make for each function, besides its role. */
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

/** Returns the types of the resources in a file of infra/stack/resources. */
const typesInFile = (name: string): readonly string[] => {
  const text = readFileSync(join(programPath('stackResources'), `${name}.yml`), 'utf8');
  return Array.from(text.matchAll(/^ {4}Type: (AWS::\S+)$/gm), ([, type = '']) => type);
};

/** The parts of a stack that decide which resources it has. */
export interface CountedStack {
  readonly functions: number;
  readonly hasAccessLog: boolean;
  /** The names of the included files of infra/stack/resources. */
  readonly files: readonly string[];
  /** The resources that are generated for the dashboard. */
  readonly generated: Readonly<Record<string, { readonly Type: string }>>;
}

/** Returns the type of each resource of a stack, without a run of osls. */
export const resourceTypes = ({ functions, hasAccessLog, files, generated }: CountedStack): readonly string[] => {
  const inFiles = files.flatMap(typesInFile);
  // The database of a file has further properties in the generated resources.
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
