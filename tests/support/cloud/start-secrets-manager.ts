import {
  type EmulatorReply,
  type JsonEmulator,
  startJsonEmulator,
} from '../../../infra/local/emulators/server/json-emulator.ts';

const errorReply = (error: string, message = ''): EmulatorReply => ({ status: 400, error, body: { message } });

/** Starts a Secrets Manager emulator on 127.0.0.1 with these secrets, by the ends of their ARNs. */
export const startSecretsManager = (secrets: Readonly<Record<string, string>>): Promise<JsonEmulator> =>
  startJsonEmulator({
    contentType: 'application/x-amz-json-1.1',
    errorReply,
    answer: async ({ request, body }) => {
      const { SecretId } = JSON.parse(body) as { readonly SecretId: string };
      const [, text] = Object.entries(secrets).find(([name]) => SecretId.endsWith(name)) ?? [];
      const isRead = request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue';
      if (!isRead || text === undefined) return errorReply('ResourceNotFoundException', 'no such secret');
      return { status: 200, body: { ARN: SecretId, SecretString: text } };
    },
  });
