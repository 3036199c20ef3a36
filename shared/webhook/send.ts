import { setTimeout as sleep } from 'node:timers/promises';
import { causeName } from '../errors/cause-name.ts';
import { FORMS, type WebhookPlace, type WebhookRequest } from './forms.ts';
import type { Notice } from './notice.ts';

const MAX_ATTEMPTS = 3;
const ATTEMPT_MS = 6_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5_000;

/** The outcome of one attempt. No reason if the product has accepted the message. */
interface Outcome {
  readonly reason?: string | undefined;
  /** Set if the product asks to wait. */
  readonly retryAfter?: number;
}

const post = async ({ url, body }: WebhookRequest, refusal: (reply: string) => number): Promise<Outcome> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    const reply = await response.text();
    const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10) || 0;
    if (!response.ok) return { reason: `HTTP ${response.status}`, retryAfter };
    const code = refusal(reply);
    return code === 0 ? {} : { reason: `code ${code}` };
  } catch (error) {
    return { reason: causeName(Object(error).cause ?? error) };
  }
};

/** Splits a parameter into the address of a webhook and, behind a blank, the secret of its sign. */
export const readPlace = (parameter: string): WebhookPlace | undefined => {
  const [url = '', secret] = parameter.trim().split(/\s+/);
  const isAddress = URL.canParse(url) && /^https:$|^http:$/.test(new URL(url).protocol);
  return isAddress ? { url, ...(secret !== undefined && { secret }) } : undefined;
};

/**
 * Tries again after a failure.
 * @throws Error with the reason of the last attempt. It never contains the address.
 */
export const send = async (form: string, text: string, notice: Notice, place: WebhookPlace): Promise<void> => {
  const product = FORMS[form];
  if (!product) throw new Error(`there is no form of webhook ${form}`);
  for (let attempt = 1; ; attempt += 1) {
    const { reason, retryAfter = 0 } = await post(product.write(text, notice, place, Date.now()), product.refusal);
    if (reason === undefined) return;
    if (attempt === MAX_ATTEMPTS) throw new Error(`the webhook has not accepted the message: ${reason}`);
    await sleep(Math.min(MAX_PAUSE_MS, Math.max(retryAfter * 1000, FIRST_PAUSE_MS * 2 ** (attempt - 1))));
  }
};
