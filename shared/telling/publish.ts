import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { retryCall } from '../aws/retry-call.ts';
import { type ServiceAddress, sendSigned, serviceAddress } from '../aws/send-signed.ts';
import { readReply, serviceError } from '../aws/service-errors.ts';
import type { PromiseMessage } from '../promises/promise-states.ts';

export interface MessageOrigin {
  readonly dashboard: string;
  readonly stage: string;
}

const MAX_REPLY_BYTES = 64 * 1024;
const collect = collectBody(MAX_REPLY_BYTES);

/** Returns the address of SNS in a region. The regions of China have a domain of their own. */
const addressIn = (region: string): ServiceAddress =>
  serviceAddress('sns', region, process.env) ?? {
    protocol: 'https:',
    hostname: `sns.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  };

const readXml = (text: string, statusCode: number): string => {
  if (statusCode < 300) return text;
  const [, name] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
  throw serviceError({ name, message: undefined });
};

/** Returns a message as programs read it, such as the function of the webhook. */
export const messageData = (message: PromiseMessage, { dashboard, stage }: MessageOrigin) => {
  const { name, state, text, since } = message;
  return { dashboard, stage, name, state, text, since: new Date(since).toISOString() };
};

const formOf = (topic: string, message: PromiseMessage, origin: MessageOrigin): string => {
  const { dashboard, stage } = origin;
  const data = JSON.stringify(messageData(message, origin));
  const text = `${message.text}\n\n${dashboard} ${stage}`;
  const byProtocol = { default: message.text, email: text, lambda: data, sqs: data, http: data, https: data };
  return new URLSearchParams({
    Action: 'Publish',
    Version: '2010-03-31',
    TopicArn: topic,
    Subject: `${dashboard} ${stage}: a promise ${message.state === 'broken' ? 'is broken' : 'holds again'}`,
    MessageStructure: 'json',
    Message: JSON.stringify(byProtocol),
  }).toString();
};

/** @throws the errors of the service and of the connection. */
export const publish = async (
  topic: string,
  message: PromiseMessage,
  origin: MessageOrigin,
  deadline: Deadline,
): Promise<void> => {
  const region = process.env.AWS_REGION ?? '';
  const body = formOf(topic, message, origin);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  const send = async (signal: AbortSignal): Promise<string> => {
    const request = { ...addressIn(region), method: 'POST', path: '/', headers, body } as const;
    const response = await sendSigned('sns', region, request, signal);
    return readReply(response, collect, (text) => readXml(text, response.statusCode));
  };
  await retryCall(send, deadline);
};
