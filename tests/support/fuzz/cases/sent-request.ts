import fc from 'fast-check';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { asBody, type Carried, carried, type Sent, send } from './carried.ts';
import { type Damage, damage } from './damage-bytes.ts';
import { encodings, oddJson, oddType } from './encode-request.ts';
import type { Expected, FuzzCase } from './fuzz-case.ts';
import { fuzzText } from './fuzz-texts.ts';

const isSmall = ({ body = '' }: Sent): boolean => Buffer.byteLength(body) <= 65_536;

const opens = ({ digest, digestIn }: Carried): boolean => digest.isValid && digestIn !== 'nowhere';

const expectedOutcome = (parameters: Carried, sent: Sent, { slug }: PlannedEndpoint): Expected | undefined => {
  if (slug.endsWith('-dated') || slug.endsWith('-lost')) return 'refused';
  if (slug.endsWith('-locked') && !opens(parameters)) return 'refused';
  if (!parameters.time.isValid || !parameters.period.isValid) return 'refused';
  return parameters.twice.length === 0 && parameters.others.length === 0 && isSmall(sent) ? 'good' : undefined;
};

/** True if a damaged request must still be refused, because it has no valid digest. */
const stillRefused = (parameters: Carried, { config }: PlannedEndpoint): { readonly expected?: Expected } =>
  config.tokens.length > 0 && !opens(parameters) ? { expected: 'refused' } : {};

const ascii = fc.string({ unit: 'binary-ascii' });

export type SentRequest = Pick<FuzzCase, 'made' | 'expected' | 'secrets'> & Sent;

const MIN_SECRET_CHARACTERS = 8;

/** Lists the digest as a secret, unless another parameter has the same text. A response may show that parameter. */
const secretsOf = ({ digest, digestIn, time, period, others, twice }: Carried): readonly string[] => {
  const shown = [time.text, period.text, ...others.flat(), ...twice.flat()];
  const isSecret = digest.text.length >= MIN_SECRET_CHARACTERS && !shown.some((text) => text.includes(digest.text));
  return digestIn !== 'nowhere' && isSecret ? [digest.text] : [];
};

const damagedBody = (sent: Sent, damages: readonly Damage[], isBase64: boolean): Sent => {
  const bytes = Buffer.from(sent.body ?? '', sent.isBase64Encoded ? 'base64' : 'utf8');
  return {
    ...sent,
    ...asBody(
      damages.reduce<Buffer>((damaged, make) => make(damaged), bytes),
      isBase64,
    ),
  };
};

export const sentRequest = (endpoint: PlannedEndpoint): fc.Arbitrary<SentRequest> =>
  fc.tuple(carried, fc.constantFrom(...encodings), fc.boolean()).chain(([one, encoding, isBase64]) => {
    const sent = send(one, encoding, isBase64 || !encoding.contentType.includes('json'));
    const secrets = secretsOf(one);
    const open = stillRefused(one, endpoint);
    const expected = expectedOutcome(one, sent, endpoint);
    return fc.oneof(
      {
        arbitrary: fc.constant<SentRequest>({ made: 'a request', ...sent, secrets, ...(expected && { expected }) }),
        weight: 5,
      },
      {
        arbitrary: fc.tuple(fc.array(damage, { minLength: 1, maxLength: 2 }), fc.boolean()).map(
          ([damages, inBase64]): SentRequest => ({
            made: 'a request with a damaged body',
            ...damagedBody(sent, damages, inBase64),
            secrets: [],
            ...open,
          }),
        ),
        weight: 2,
      },
      {
        arbitrary: oddType.map(
          (contentType): SentRequest => ({
            made: 'a request of another content type',
            ...sent,
            headers: { ...sent.headers, 'content-type': contentType },
            secrets: [],
            ...open,
          }),
        ),
        weight: 1,
      },
      {
        arbitrary: fuzzText.map(
          (text): SentRequest => ({
            made: 'a request with a wrong transfer encoding',
            ...sent,
            body: (sent.body ?? '') + text,
            isBase64Encoded: !sent.isBase64Encoded,
            secrets: [],
            ...open,
          }),
        ),
        weight: 1,
      },
      {
        arbitrary: fc.tuple(fuzzText, ascii).map(
          ([text, more]): SentRequest => ({
            made: 'a request with a damaged query',
            ...sent,
            rawQueryString: `${sent.rawQueryString}&${text}%&=&&%zz=%ff&${more}`,
            secrets: [],
            ...open,
          }),
        ),
        weight: 1,
      },
    );
  });

export const jsonRequest: fc.Arbitrary<SentRequest> = fc.tuple(oddJson, fc.boolean()).map(([text, isBase64]) => ({
  made: 'odd JSON',
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  ...asBody(Buffer.from(text), isBase64),
}));
