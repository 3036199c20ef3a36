import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import type { ClientModule } from '../official-client.ts';

export const createClient: ClientModule<'ExecuteStatement'>['createClient'] = (settings) => {
  const client = new RDSDataClient(settings);
  return (_, input, abortSignal) => client.send(new ExecuteStatementCommand(input as never), { abortSignal });
};
