import { createHash } from 'node:crypto';
import { type Resource, resourcesOf, type Template } from './template.ts';

const HASH_CHARS = 16;
const FUNCTION = 'AWS::Lambda::Function';

/** Returns the name of a family's zip, which changes with its content: CloudFormation notices new code only by its name. */
export const zipName = (family: string, bytes: Uint8Array): string =>
  `${family}-${createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARS)}.zip`;

/** Returns the name under which osls finds the zip of a family. */
export const artefactName = (family: string): string => `${family}.zip`;

/** Returns the family of a zip, by the zip's name or key. */
export const familyOfZip = (name: string): string => name.replace(/^.*[/}]/, '').replace(/(-[0-9a-f]{16})?\.zip$/, '');

const PARAMETERS = {
  CodeBucket: { Type: 'String', Description: 'The bucket with the zips of the functions, in the region of the stack' },
  CodePrefix: { Type: 'String', Default: '', Description: 'What the keys of the zips begin with, such as walls/' },
};

const keyOf = ({ Properties = {} }: Resource): string => (Properties.Code as { readonly S3Key: string }).S3Key;

/** True for the bucket that osls makes for packages. It is left out: the parameters say where packages are. */
const isOfOsls = (id: string): boolean => id.startsWith('ServerlessDeploymentBucket');

const without = <Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => !isOfOsls(id)));

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
    Parameters: { ...template.Parameters, ...PARAMETERS },
    Resources: { ...without(template.Resources), ...Object.fromEntries(functions) },
    Outputs: without(template.Outputs ?? {}),
  };
};
