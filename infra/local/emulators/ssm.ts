import { createHash } from 'node:crypto';
import { readSecrets, type Secrets } from '../../dashboard/head/secrets.ts';
import { type Call, type EmulatorReply, type JsonEmulator, startJsonEmulator } from './server/json-emulator.ts';
import type { SessionKey } from './server/signature.ts';

export interface ParameterStoreOptions {
  readonly secrets: string;
  readonly key?: SessionKey | undefined;
}

/** Creates an error reply. JSON 1.1 has the error's name in the body. */
const errorReply = (error: string, message?: string): EmulatorReply => ({
  status: error.startsWith('Internal') ? 500 : 400,
  error,
  body: { __type: error, ...(message && { message }) },
});

interface Request {
  readonly Name?: string;
  readonly Names?: readonly string[];
  readonly WithDecryption?: boolean;
}

const encrypted = (value: string): string => createHash('sha512').update(value).digest('base64');

const parameter = (name: string, { values, modified }: Secrets, { WithDecryption }: Request) => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return undefined;
  return {
    ARN: `arn:aws:ssm:us-east-1:000000000000:parameter/${name.replace(/^\//, '')}`,
    DataType: 'text',
    LastModifiedDate: modified.getTime() / 1000,
    Name: name,
    Type: 'SecureString',
    Value: WithDecryption ? value : encrypted(value),
    Version: 1,
  };
};

type Operation = (secrets: Secrets, request: Request) => EmulatorReply;

const getParameter: Operation = (secrets, request) => {
  const found = parameter(request.Name ?? '', secrets, request);
  return found ? { status: 200, body: { Parameter: found } } : errorReply('ParameterNotFound');
};

const getParameters: Operation = (secrets, request) => {
  const names = request.Names ?? [];
  const found = names.flatMap((name) => parameter(name, secrets, request) ?? []);
  const missing = names.filter((name) => !found.some(({ Name }) => Name === name));
  return { status: 200, body: { InvalidParameters: missing, Parameters: found } };
};

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'AmazonSSM.GetParameter': getParameter,
  'AmazonSSM.GetParameters': getParameters,
};

/** Reads the file of secrets again for each call. */
export const startParameterStore = ({ secrets: file, key }: ParameterStoreOptions): Promise<JsonEmulator> =>
  startJsonEmulator({
    contentType: 'application/x-amz-json-1.1',
    errorReply,
    key,
    answer: async ({ request, body }: Call) => {
      const name = String(request.headers['x-amz-target']);
      const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
      if (!operation) return errorReply('UnknownOperationException');
      return operation(await readSecrets(file), JSON.parse(body) as Request);
    },
  });
