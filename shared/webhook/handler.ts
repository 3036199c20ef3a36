import type { SNSEvent } from 'aws-lambda';
import { createDeadline } from '../aws/deadline.ts';
import { getParameter } from '../token/ssm-client.ts';
import { readNotice, writeNotice } from './notice.ts';
import { readPlace, send } from './send.ts';

const READ_MS = 5_000;

const readWebhook = async (name: string) => {
  const parameter = await getParameter(name, createDeadline(performance.now() + READ_MS));
  const place = readPlace(parameter ?? '');
  if (!place) throw new Error(`the parameter ${name} has no address of a webhook`);
  return place;
};

/** Passes messages from the stack's topic to a webhook. If the function fails, Lambda calls it again. */
export const handler = async ({ Records }: SNSEvent): Promise<void> => {
  const { WALLFEED_DASHBOARD = '', WALLFEED_STAGE = '', WALLFEED_LANGUAGE, ...settings } = process.env;
  const { WALLFEED_WEBHOOK = '', WALLFEED_WEBHOOK_FORM = '' } = settings;
  const origin = { dashboard: WALLFEED_DASHBOARD, stage: WALLFEED_STAGE };
  const notices = Records.flatMap(({ Sns }) => readNotice(Sns.Message, origin) ?? []);
  if (notices.length === 0) return;
  const place = await readWebhook(WALLFEED_WEBHOOK);
  for (const notice of notices) {
    const text = writeNotice(notice, WALLFEED_LANGUAGE === 'zh' ? 'zh' : 'en');
    await send(WALLFEED_WEBHOOK_FORM, text, notice, place);
  }
};
