import { type BrokenPromise, readPromises } from '../../../../shared/promises/broken-names.ts';
import { describeFinding, describeTime } from '../../../../shared/promises/sentences.ts';
import type { Clock } from '../../../../shared/promises/zone-time.ts';
import type { AskResult } from '../../protocol/protocol.ts';
import { language, words } from '../words/words.ts';

/** A broken promise as the page shows it: its name, and what was found since when. */
export interface ShownPromise {
  readonly name: string;
  readonly text: string;
}

const describe = ({ name, finding, since, newest }: BrokenPromise, clock: Clock): ShownPromise => {
  const found = finding ? describeFinding(finding, newest, clock, language) : words.notFound;
  const begin = since === undefined ? words.noSince : words.since(describeTime(since, clock, language));
  return { name, text: `${found}${words.clauses}${begin}` };
};

export const brokenPromises = (
  { headers }: Pick<AskResult, 'headers'>,
  now: number,
  timezone = 'UTC',
): readonly ShownPromise[] => readPromises(headers).map((one) => describe(one, { now, timezone }));
