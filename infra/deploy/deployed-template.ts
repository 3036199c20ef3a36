import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import type { Template } from '../stack/template/template.ts';
import { explained } from './aws/explain-error.ts';
import type { StackAddress } from './aws/stacks.ts';

/** Reads the template of the last deployment. */
export const readDeployedTemplate = ({ name, region }: StackAddress): Promise<Template> =>
  explained(`reading the template of the stack ${name}`, async () => {
    const client = new CloudFormationClient({ region });
    const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName: name }));
    client.destroy();
    const template = JSON.parse(TemplateBody) as Partial<Template>;
    return template.Resources ? (template as Template) : { ...template, Resources: {} };
  });
