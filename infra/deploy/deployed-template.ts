import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { type Resource, resourcesOf, type Template } from '../stack/template/template.ts';
import { explained } from './aws/explain-error.ts';
import type { StackAddress } from './aws/stacks.ts';

const FUNCTION = 'AWS::Lambda::Function';

/** Reads the template of the last deployment. */
export const readDeployedTemplate = ({ name, region }: StackAddress): Promise<Template> =>
  explained(`reading the template of the stack ${name}`, async () => {
    const client = new CloudFormationClient({ region });
    const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName: name }));
    client.destroy();
    return { Resources: {}, ...(JSON.parse(TemplateBody) as Partial<Template>) };
  });

const codeOf = ({ Properties = {} }: Resource): { readonly S3Key?: string } => Properties.Code as object;

interface Reference {
  readonly Ref: string;
}

const functionsOfVersions = ({ Resources }: Template, deployed: Template): ReadonlySet<string> => {
  const versions = resourcesOf({ Resources }, 'AWS::Lambda::Version').filter(([id]) => deployed.Resources[id]);
  return new Set(
    versions.map(([, { Properties }]) => String((Properties?.FunctionName as Reference | undefined)?.Ref)),
  );
};

/**
 * Copies the code location of unchanged functions from the deployed template. Each packaging has its own folder of zips,
 * so every function would otherwise appear as changed.
 */
export const withDeployedCode = (template: Template, deployed: Template): Template => {
  const unchanged = functionsOfVersions(template, deployed);
  const Resources = Object.entries(template.Resources).map(([id, resource]) => {
    const before = deployed.Resources[id];
    if (!before || !unchanged.has(id)) return [id, resource] as const;
    return [id, { ...resource, Properties: { ...resource.Properties, Code: codeOf(before) } }] as const;
  });
  return { ...template, Resources: Object.fromEntries(Resources) };
};

/**
 * Returns the folder of the deployment bucket with the zips of a template's functions; undefined for a template without
 * functions.
 */
export const artefactFolderOf = (template: Template): string | undefined => {
  const [first] = resourcesOf(template, FUNCTION);
  return first && codeOf(first[1]).S3Key?.replace(/\/[^/]*$/, '');
};
