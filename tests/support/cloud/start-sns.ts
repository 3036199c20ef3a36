import type { ServerResponse } from 'node:http';
import { type EmulatorServer, startEmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';

export interface Published {
  readonly topic: string;
  readonly subject: string;
  /** By protocol, and for all others under `default`. */
  readonly message: Readonly<Record<string, string>>;
}

export interface Sns extends EmulatorServer {
  readonly published: Published[];
}

const XML = { 'content-type': 'text/xml' };
const MAX_MESSAGE_BYTES = 262_144;

const refuse = (response: ServerResponse, code: string, message = '', status = 400): void => {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, XML).end(`<ErrorResponse>${error}<RequestId>request-1</RequestId></ErrorResponse>`);
};

/** Matches a subject as SNS accepts it: ASCII in one line, at most 100 characters, and a visible one first. */
const SUBJECT = /^[!-~][ -~]{0,99}$/;

const messageOf = (text: string): Readonly<Record<string, string>> | undefined => {
  try {
    const parts = JSON.parse(text);
    return typeof parts.default === 'string' ? parts : undefined;
  } catch {
    return undefined;
  }
};

export const startSns = async (topics: readonly string[]): Promise<Sns> => {
  const published: Published[] = [];
  const server = await startEmulatorServer({
    errors: {
      unsigned: 'MissingAuthenticationToken',
      unknownKey: 'InvalidClientTokenId',
      wrongSignature: 'SignatureDoesNotMatch',
      skewed: 'SignatureDoesNotMatch',
    },
    refuse: (response, { error, message, status }) => refuse(response, error, message, status),
    answer: ({ body }, response) => {
      const form = new URLSearchParams(body.toString());
      const [topic = '', subject = ''] = [form.get('TopicArn') ?? '', form.get('Subject') ?? ''];
      if (form.get('Action') !== 'Publish' || form.get('Version') !== '2010-03-31')
        return refuse(response, 'InvalidAction');
      if (!topics.includes(topic)) return refuse(response, 'NotFound', 'Topic does not exist', 404);
      if (!SUBJECT.test(subject)) return refuse(response, 'InvalidParameter', 'Invalid parameter: Subject');
      const message = messageOf(form.get('Message') ?? '');
      if (form.get('MessageStructure') !== 'json' || !message || body.length > MAX_MESSAGE_BYTES)
        return refuse(response, 'InvalidParameter', 'Invalid parameter: Message Structure');
      published.push({ topic, subject, message });
      const result = '<PublishResult><MessageId>message-1</MessageId></PublishResult>';
      response.writeHead(200, XML).end(`<PublishResponse>${result}</PublishResponse>`);
    },
  });
  return Object.assign(server, { published });
};
