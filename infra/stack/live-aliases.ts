import { type Resource, resourcesOf, type Template } from './template/template.ts';

/** The alias of every function. Gateways and schedules invoke it, so a new version replaces the old one at once. */
const LIVE_ALIAS = 'live';

const FUNCTION = 'AWS::Lambda::Function';
const VERSION = 'AWS::Lambda::Version';

type Fields = Readonly<Record<string, unknown>>;

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

/** Replaces each reference to a function's ARN with its alias. The `Ref` of an alias is its ARN. */
const invokeAliases = (value: unknown, functionIds: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((entry) => invokeAliases(entry, functionIds));
  if (typeof value !== 'object' || value === null) return value;
  const [id, attribute] = ((value as Fields)['Fn::GetAtt'] ?? []) as readonly string[];
  if (id !== undefined && attribute === 'Arn' && functionIds.has(id)) return { Ref: aliasId(id) };
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, invokeAliases(entry, functionIds)]));
};

/** Removes the outputs in which osls lists the versions' ARNs: nothing reads them. */
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
