import { DeleteItemCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { ClientModule } from '../official-client.ts';

type Options = { readonly abortSignal: AbortSignal };

const createCalls = (client: DynamoDBClient) => ({
  GetItem: (input: never, options: Options) => client.send(new GetItemCommand(input), options),
  PutItem: (input: never, options: Options) => client.send(new PutItemCommand(input), options),
  DeleteItem: (input: never, options: Options) => client.send(new DeleteItemCommand(input), options),
});

/** Converts the binary attributes of an input from Base64 to bytes, as the client expects them. */
const withBytes = (input: object): never =>
  JSON.parse(JSON.stringify(input), (name, value) =>
    name === 'B' && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value,
  ) as never;

export const createClient: ClientModule<keyof ReturnType<typeof createCalls>>['createClient'] = (settings) => {
  const calls = createCalls(new DynamoDBClient(settings));
  return (operation, input, abortSignal) => calls[operation](withBytes(input), { abortSignal });
};
