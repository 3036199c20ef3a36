import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';

const client = new SSMClient({});

/** The value of a parameter, decrypted. Throws what the service throws. */
export const getParameter = async (name: string): Promise<string> => {
  const { Parameter: parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
  return parameter?.Value ?? '';
};
