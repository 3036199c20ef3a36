import { createHash } from 'node:crypto';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Resource, Tag } from '../../dashboard/kinds/permission.ts';

export type { Reference, Resource, Tag, Value } from '../../dashboard/kinds/permission.ts';

const DEFAULT_REGION = 'us-east-1';

/** Returns the region of a dashboard's stack. The local stack ignores it, so any region is valid there. */
export const regionOf = ({ region }: Pick<LoadedDashboard, 'region'>, stage: string): string =>
  stage === 'local' ? DEFAULT_REGION : (region ?? DEFAULT_REGION);

/** Returns the cost allocation tags, and the user's own. */
export const tagsOf = (
  { name, tags }: Pick<LoadedDashboard, 'name' | 'tags'>,
  stage: string,
): Readonly<Record<string, string>> => ({ dashboard: name, stage, ...tags });

export const tagList = (tags: Readonly<Record<string, string>>): readonly Tag[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

/** Returns a family's name as osls writes it in logical ids: `mixed-list` becomes `MixedDashlist`. */
export const logicalName = (family: string): string =>
  `${family.charAt(0).toUpperCase()}${family.slice(1).replaceAll('-', 'Dash')}`;

/** The part of a CloudFormation template that the local stack reads. */
export interface Template {
  readonly Description?: string;
  readonly Parameters?: Readonly<Record<string, { readonly Type: string; readonly Default?: string }>>;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

export const resourcesOf = (template: Template, type: string): readonly (readonly [string, Resource])[] =>
  Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);

/** The `Ref` of a resource in this stack, or one of its attributes. */
export type Refer = (logicalId: string, attribute?: string) => string;

type Intrinsic = (argument: unknown, refer: Refer) => unknown;

const getAtt: Intrinsic = (argument, refer) => {
  const [logicalId, ...attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
  return refer(logicalId ?? '', attribute.join('.'));
};

const join: Intrinsic = (argument, refer) => {
  const [separator, parts] = resolveIntrinsics(argument, refer) as [string, readonly unknown[]];
  return parts.join(separator);
};

const substitute: Intrinsic = (argument, refer) => {
  const [text, own] = Array.isArray(argument) ? argument : [argument, {}];
  const values = resolveIntrinsics(own, refer) as Record<string, unknown>;
  return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (Object.hasOwn(values, name)) return String(values[name]);
    return String(name.includes('.') ? getAtt(name, refer) : refer(name));
  });
};

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, refer) => refer(String(argument)),
  'Fn::GetAtt': getAtt,
  'Fn::Join': join,
  'Fn::Sub': substitute,
};

/** Throws for unknown CloudFormation functions. */
export const resolveIntrinsics = (value: unknown, refer: Refer): unknown => {
  if (Array.isArray(value)) return value.map((entry) => resolveIntrinsics(entry, refer));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name = '', argument] = entries[0] ?? [];
  if (entries.length === 1 && Object.hasOwn(intrinsics, name)) return intrinsics[name]?.(argument, refer);
  if (name.startsWith('Fn::')) throw new Error(`the local stack cannot resolve ${name}`);
  return Object.fromEntries(entries.map(([key, entry]) => [key, resolveIntrinsics(entry, refer)]));
};

const HASH_CHARS = 16;
const FUNCTION = 'AWS::Lambda::Function';

/**
 * Returns the name of a family's zip, which contains a hash of the zip: CloudFormation notices new code only by a new
 * name.
 */
export const zipName = (family: string, bytes: Uint8Array): string =>
  `${family}-${createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARS)}.zip`;

export const artefactName = (family: string): string => `${family}.zip`;

/** Returns the family of a zip, by the zip's name or key. */
export const familyOfZip = (name: string): string => name.replace(/^.*[/}]/, '').replace(/(-[0-9a-f]{16})?\.zip$/, '');

type Fields = Readonly<Record<string, unknown>>;

const PARAMETERS = {
  CodeBucket: { Type: 'String', Description: 'The bucket with the zips of the functions, in the region of the stack' },
  CodePrefix: { Type: 'String', Default: '', Description: 'What the keys of the zips begin with, such as walls/' },
};

const keyOf = ({ Properties = {} }: Resource): string => (Properties.Code as { readonly S3Key: string }).S3Key;

/**
 * True for the bucket that osls makes for packages. This bucket is left out, because the parameters name the bucket of
 * the packages.
 */
const isOfOsls = (id: string): boolean => id.startsWith('ServerlessDeploymentBucket');

const without = <Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => !isOfOsls(id)));

/** Removes the exports that osls makes, because another service of the same name in the account may have them. */
const withoutExports = (outputs: Fields): NonNullable<Template['Outputs']> =>
  Object.fromEntries(
    Object.entries(outputs).map(([key, output]) => {
      const { Export: _, ...rest } = output as { readonly Export?: unknown; readonly Value: unknown };
      return [key, rest];
    }),
  );

/** Lets the parameters of a template say where the zips of its functions are. */
export const withCodeParameters = (template: Template, zips: readonly string[]): Template => {
  const byFamily = new Map(zips.map((name) => [familyOfZip(name), name]));
  const functions = resourcesOf(template, FUNCTION).map(([id, resource]) => {
    const zip = byFamily.get(familyOfZip(keyOf(resource)));
    const Code = { S3Bucket: { Ref: 'CodeBucket' }, S3Key: { 'Fn::Sub': `\${CodePrefix}${zip}` } };
    return [id, { ...resource, Properties: { ...resource.Properties, Code } }] as const;
  });
  return {
    ...template,
    Description: 'A dashboard of Wallfeed: a data source for the components of a large screen',
    Parameters: { ...template.Parameters, ...PARAMETERS },
    Resources: { ...without(template.Resources), ...Object.fromEntries(functions) },
    Outputs: withoutExports(without(template.Outputs ?? {})),
  };
};

/** Alias of every function. Gateways and schedules invoke it, so a new version replaces the old one at once. */
const LIVE_ALIAS = 'live';

const VERSION = 'AWS::Lambda::Version';

/** Converts `PieLambdaFunction` to `PieAlias`. */
const aliasId = (functionId: string): string => functionId.replace(/LambdaFunction$/, 'Alias');

const functionOf = ({ Properties = {} }: Resource): string => (Properties.FunctionName as { readonly Ref: string }).Ref;

const aliasOf = (versionId: string, version: Resource): readonly [string, Resource] => {
  const functionId = functionOf(version);
  return [
    aliasId(functionId),
    {
      Type: 'AWS::Lambda::Alias',
      Properties: {
        FunctionName: { Ref: functionId },
        FunctionVersion: { 'Fn::GetAtt': [versionId, 'Version'] },
        Name: LIVE_ALIAS,
      },
    },
  ];
};

/**
 * Keeps older versions, so that they still serve requests during an update. Plain `Retain` would also keep the version
 * of a failed update, and Lambda would then refuse to publish the same code again.
 */
const retained = (version: Resource): Resource => ({
  ...version,
  DeletionPolicy: 'RetainExceptOnCreate',
  UpdateReplacePolicy: 'Retain',
});

/** Replaces each reference to a function's ARN. The `Ref` of an alias is its ARN. */
const invokeAliases = (value: unknown, functionIds: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((entry) => invokeAliases(entry, functionIds));
  if (typeof value !== 'object' || value === null) return value;
  const [id, attribute] = ((value as Fields)['Fn::GetAtt'] ?? []) as readonly string[];
  if (id !== undefined && attribute === 'Arn' && functionIds.has(id)) return { Ref: aliasId(id) };
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, invokeAliases(entry, functionIds)]));
};

/** Removes the outputs in which osls lists the versions' ARNs, because nothing reads them. */
const withoutVersions = (outputs: Fields, versionIds: ReadonlySet<string>): Fields =>
  Object.fromEntries(
    Object.entries(outputs).filter(([, output]) => {
      const { Value } = output as { readonly Value: { readonly Ref?: string } };
      return !versionIds.has(Value.Ref ?? '');
    }),
  );

/**
 * Gives each function of a packaged template an alias for its newest version, and makes all invocations use the alias.
 * This runs after packaging, because osls names a version by a hash of code and configuration. osls adds versions in
 * random order, so they are sorted here.
 */
export const withLiveAliases = <Packaged extends Template>(template: Packaged): Packaged => {
  const versions = resourcesOf(template, VERSION).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const versionIds = new Set(versions.map(([id]) => id));
  const functionIds = new Set(resourcesOf(template, FUNCTION).map(([id]) => id));
  const others = Object.entries(template.Resources).filter(([id]) => !versionIds.has(id));
  const Resources = {
    ...(invokeAliases(Object.fromEntries(others), functionIds) as Template['Resources']),
    ...Object.fromEntries(versions.map(([id, version]) => [id, retained(version)])),
    ...Object.fromEntries(versions.map(([id, version]) => aliasOf(id, version))),
  };
  return { ...template, Resources, Outputs: withoutVersions(template.Outputs ?? {}, versionIds) };
};
