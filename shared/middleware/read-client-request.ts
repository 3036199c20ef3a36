import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Detail } from '../errors/wallfeed-error.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import { MAX_PERIOD_MINUTES, numberOf, quote, refuse, textOf } from './parse-request.ts';
import type { DataRequest } from './request-context.ts';
import type { Parameters } from './request-parameters.ts';
import { readValues } from './request-values.ts';

const MINUTE_MS = 60_000;

type Times = Pick<DataRequest, 'currentTime' | 'timePeriod'>;

/** An empty text counts as absent. */
type TimeTexts = Readonly<Partial<Record<'currentTime' | 'timePeriod' | 'from' | 'to', string>>>;

const ONE_FORM = 'send either from and to, or currentTime and timePeriod';

const readWindow = ({ currentTime, timePeriod, ...texts }: TimeTexts, faults: Detail[]): Times => {
  const before = faults.length;
  const from = numberOf('from', texts.from, faults);
  const to = numberOf('to', texts.to, faults);
  const fault = (message: string, hint: string): void => {
    faults.push({ path: 'from', message, hint });
  };
  const minutes = (to.value - from.value) / MINUTE_MS;
  if ((currentTime ?? timePeriod) !== undefined) fault('is sent beside currentTime or timePeriod', ONE_FORM);
  else if (faults.length > before) return { currentTime: to, timePeriod: from };
  else if (minutes < 0) fault(`is after to; found ${quote(from.text)} and ${quote(to.text)}`, 'send from before to');
  else if (minutes > MAX_PERIOD_MINUTES)
    fault(`is more than ${MAX_PERIOD_MINUTES} minutes before to`, 'send a shorter window');
  return { currentTime: to, timePeriod: { text: String(minutes), value: minutes } };
};

const SIGNED = 'send currentTime and timePeriod with a digest, because the digest covers their texts';

/**
 * Reads the times of a request that must send them. If the request has a digest, errors say that the digest covers the
 * times.
 */
const readSent = ({ currentTime, timePeriod }: TimeTexts, isSigned: boolean, faults: Detail[]): Times => {
  const before = faults.length;
  const times = {
    currentTime: numberOf('currentTime', currentTime, faults),
    timePeriod: numberOf('timePeriod', timePeriod, faults),
  };
  if (isSigned)
    faults.splice(before, faults.length, ...faults.slice(before).map((fault) => ({ ...fault, hint: SIGNED })));
  return times;
};

const readTimes = (texts: TimeTexts, period: number, faults: Detail[]): Times => {
  if ((texts.from ?? texts.to) !== undefined) return readWindow(texts, faults);
  const { currentTime = String(Date.now()), timePeriod } = texts;
  return {
    currentTime: numberOf('currentTime', currentTime, faults),
    timePeriod:
      timePeriod === undefined ? { text: String(period), value: period } : numberOf('timePeriod', timePeriod, faults),
  };
};

const orAbsent = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/**
 * Reads the parameters of a request for an endpoint with a `client` or parameters. If the endpoint has a secret, an
 * error in its own parameters is returned as `refusal`, so that nobody learns their allowed values without the secret.
 * @throws WallfeedError REQUEST_INVALID, with all faults at once.
 */
export const readClientRequest = (
  parameters: Parameters,
  { tokens, apiKey, client, parameters: own }: Endpoint,
  event: APIGatewayProxyEventV2,
): DataRequest => {
  const period = client?.period;
  const faults: Detail[] = [];
  const text = (name: string) => orAbsent(textOf(name, parameters, faults));
  const token = text('token') ?? '';
  const ownTexts = { currentTime: text('currentTime'), timePeriod: text('timePeriod') };
  const isSigned = tokens.length > 0 && (token || event.headers['x-token'] || '') !== '';
  const times =
    period === undefined || isSigned
      ? readSent(ownTexts as TimeTexts, isSigned, faults)
      : readTimes({ ...ownTexts, from: text('from'), to: text('to') } as TimeTexts, period, faults);
  const isOpen = tokens.length === 0 && !apiKey;
  const ofValues: Detail[] = isOpen ? faults : [];
  const values = own && readValues(own, parameters, ofValues);
  const [first, ...others] = faults;
  if (first) throw refuse([first, ...others], event);
  const [wrong, ...furthers] = ofValues;
  const refusal = wrong && refuse([wrong, ...furthers], event);
  return { ...times, token, ...(values && { values }), ...(refusal && { refusal }) };
};
