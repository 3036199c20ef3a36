import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { ClientModule } from '../official-client.ts';

export const createClient: ClientModule<'GetParameter'>['createClient'] = (settings) => {
  const client = new SSMClient(settings);
  return (_, input, abortSignal) => client.send(new GetParameterCommand(input as never), { abortSignal });
};
