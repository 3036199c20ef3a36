import { type Resource, resourcesOf, type Template } from './template.ts';

/** The alias of every function. Gateways and schedules invoke it, so a new version takes over at one instant. */
export const LIVE_ALIAS = 'live';

const FUNCTION = 'AWS::Lambda::Function';
const VERSION = 'AWS::Lambda::Version';

type Fields = Readonly<Record<string, unknown>>;

/** `PieLambdaFunction` to `PieAlias`. */
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
 * Retained, so that an older version still answers. With plain `Retain`, a failed update would leave its version behind, and
 * Lambda would refuse to publish the same code again.
 */
const retained = (version: Resource): Resource => ({
  ...version,
  DeletionPolicy: 'RetainExceptOnCreate',
  UpdateReplacePolicy: 'Retain',
});

/** Replaces each reference to a function's ARN by its alias: the alias's `Ref` is its ARN. */
const invokeAliases = (value: unknown, functionIds: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((entry) => invokeAliases(entry, functionIds));
  if (typeof value !== 'object' || value === null) return value;
  const [id, attribute] = ((value as Fields)['Fn::GetAtt'] ?? []) as readonly string[];
  if (id !== undefined && attribute === 'Arn' && functionIds.has(id)) return { Ref: aliasId(id) };
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, invokeAliases(entry, functionIds)]));
};

/** Without the versions that osls lists by their ARNs: nothing asks for one. */
const withoutVersions = (outputs: Fields, versionIds: ReadonlySet<string>): Fields =>
  Object.fromEntries(
    Object.entries(outputs).filter(([, output]) => {
      const { Value } = output as { readonly Value: { readonly Ref?: string } };
      return !versionIds.has(Value.Ref ?? '');
    }),
  );

/**
 * Gives each function of a packaged template an alias on its newest version, and points everything that invokes the
 * function to the alias. osls names a version by a hash of code and configuration that is known only after packaging; it
 * adds versions in no fixed order, so they are sorted here.
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
