import { createHmac } from 'node:crypto';
import type { Notice } from './notice.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly body: object;
}

/** The secret signs messages, if the product asks for a sign. */
export interface WebhookPlace {
  readonly url: string;
  readonly secret?: string | undefined;
}

interface WebhookForm {
  readonly write: (text: string, notice: Notice, place: WebhookPlace, now: number) => WebhookRequest;
  /** The product may refuse a message although its status is 200. Returns 0 if it has accepted the message. */
  readonly refusal: (reply: string) => number;
}

const codeIn =
  (...keys: readonly string[]) =>
  (reply: string): number => {
    try {
      const parsed = JSON.parse(reply);
      const key = keys.find((one) => typeof parsed[one] === 'number');
      return key === undefined ? -1 : parsed[key];
    } catch {
      return -1;
    }
  };

/** Returns 0, for products whose status alone says whether they have accepted a message. */
const never = (): number => 0;

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64');

const withParameters = (url: string, parameters: Readonly<Record<string, string>>): string => {
  const signed = new URL(url);
  for (const [name, value] of Object.entries(parameters)) signed.searchParams.set(name, value);
  return signed.href;
};

const ofText = (content: string) => ({ msgtype: 'text', text: { content } });

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Matches the start of a mention, such as `<@all>` of WeCom and `<at user_id="all">` of Feishu. */
const MENTION = /<(?=@|at\b)/gi;

const withoutMentions = (text: string): string => text.replace(MENTION, '＜');

/** Matches what makes a link of the text before it in a card. */
const LINK = /\](?=\()/g;

const TEAMS_ERROR = /Microsoft Teams endpoint(?: returned HTTP error (\d+))?/;

/** Reads the error that older webhooks of Teams write into a reply with the status 200. */
const teamsCode = (reply: string): number => {
  const [found, code] = TEAMS_ERROR.exec(reply) ?? [];
  return found === undefined ? 0 : Number(code ?? -1);
};

/** Teams takes no plain messages. */
const cardOf = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.2',
        body: [{ type: 'TextBlock', text: text.replace(LINK, '] '), wrap: true }],
      },
    },
  ],
});

/** Products by the word in dashboard.yml. */
export const FORMS: Readonly<Record<string, WebhookForm>> = {
  dingtalk: {
    write: (text, _, { url, secret }, now) => {
      const timestamp = String(now);
      const sign = secret && { timestamp, sign: hmac(secret, `${timestamp}\n${secret}`) };
      return { url: sign ? withParameters(url, sign) : url, body: ofText(text) };
    },
    refusal: codeIn('errcode'),
  },
  feishu: {
    write: (text, _, { url, secret }, now) => {
      const timestamp = String(Math.floor(now / 1000));
      const sign = secret && { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') };
      return { url, body: { ...sign, msg_type: 'text', content: { text: withoutMentions(text) } } };
    },
    refusal: codeIn('code', 'StatusCode'),
  },
  wecom: {
    write: (text, _, { url }) => ({ url, body: ofText(withoutMentions(text)) }),
    refusal: codeIn('errcode'),
  },
  slack: { write: (text, _, { url }) => ({ url, body: { text: escapeSlack(text) } }), refusal: never },
  teams: { write: (text, _, { url }) => ({ url, body: cardOf(text) }), refusal: teamsCode },
  json: { write: (_text, notice, { url }) => ({ url, body: notice }), refusal: never },
};
