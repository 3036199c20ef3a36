import {
  AthenaClient,
  BatchGetQueryExecutionCommand,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  ListQueryExecutionsCommand,
  StartQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import type { ClientModule } from '../official-client.ts';

type Options = { readonly abortSignal: AbortSignal };

const createCalls = (client: AthenaClient) => ({
  StartQueryExecution: (input: never, options: Options) => client.send(new StartQueryExecutionCommand(input), options),
  GetQueryExecution: (input: never, options: Options) => client.send(new GetQueryExecutionCommand(input), options),
  GetQueryResults: (input: never, options: Options) => client.send(new GetQueryResultsCommand(input), options),
  ListQueryExecutions: (input: never, options: Options) => client.send(new ListQueryExecutionsCommand(input), options),
  BatchGetQueryExecution: (input: never, options: Options) =>
    client.send(new BatchGetQueryExecutionCommand(input), options),
});

export const createClient: ClientModule<keyof ReturnType<typeof createCalls>>['createClient'] = (settings) => {
  const calls = createCalls(new AthenaClient(settings));
  return (operation, input, abortSignal) => calls[operation](input as never, { abortSignal });
};
