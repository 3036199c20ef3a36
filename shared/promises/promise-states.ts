import type { Language, Promises } from '../config/promises.ts';
import type { SourceFacts } from './finding.ts';
import { judge, type Verdict } from './judge.ts';
import { describeBroken, describeHeld } from './sentences.ts';
import type { Clock } from './zone-time.ts';

/** The shared knowledge about one promise. All times are milliseconds since 1970. */
export interface PromiseState {
  readonly isBroken: boolean;
  /** Time of the judgement that began this state. */
  readonly since: number;
  /** True if it was broken when it was judged first, so that it may have been broken for longer. */
  readonly isOlder?: boolean;
  /** True if receivers have been told that the promise is broken, and not that it holds again. */
  readonly isTold?: boolean;
  /** Time of the last message that says that the promise is broken. */
  readonly rangAt?: number;
}

/** The shared knowledge about the rows of one source. */
export type SourceState = Pick<SourceFacts, 'at' | 'newest'>;

export interface PromiseMessage {
  readonly name: string;
  readonly state: 'broken' | 'holds';
  readonly text: string;
  /** Time at which the promise was found broken, in milliseconds since 1970. */
  readonly since: number;
}

/** A message that is not delivered yet. */
export interface DueMessage extends PromiseMessage {
  readonly id: string;
  /** The ARNs of the topics that have not got it. */
  readonly topics: readonly string[];
  /** Time until which one environment tries to deliver it; later, any environment may. */
  readonly claimedUntil: number;
}

/** The shared knowledge about all promises of a dashboard. */
export interface PromiseBook {
  readonly promises: Readonly<Record<string, PromiseState>>;
  readonly sources: Readonly<Record<string, SourceState>>;
  readonly due: readonly DueMessage[];
}

export const EMPTY_BOOK: PromiseBook = { promises: {}, sources: {}, due: [] };

/** A source with promises, and the facts about its last rows, if there are any. */
export interface JudgedSource {
  readonly name: string;
  readonly promises: Promises;
  readonly facts: SourceFacts | undefined;
}

/** Minimum time between two messages that say that the same promise is broken. */
const QUIET_MS = 60 * 60_000;

/** Returns the next state of a promise, and `broken` or `holds` if receivers are to be told. */
const stepState = (
  last: PromiseState | undefined,
  isBroken: boolean,
  forMs: number,
  now: number,
): { readonly state: PromiseState; readonly tells?: PromiseMessage['state'] } => {
  const hasChanged = last?.isBroken !== isBroken;
  const { isOlder: wasOlder = false, ...before } = last ?? {};
  const isOlder = isBroken && (!last || wasOlder);
  const since = hasChanged || !last ? now : last.since;
  const state = { ...before, isBroken, since, ...(isOlder && { isOlder }) };
  if (!isBroken) {
    return last?.isTold ? { state: { ...state, isTold: false }, tells: 'holds' } : { state };
  }
  const { isTold, rangAt = Number.NEGATIVE_INFINITY } = state;
  const isDue = !isTold && now - state.since >= forMs && now - rangAt >= QUIET_MS;
  return isDue ? { state: { ...state, isTold: true, rangAt: now }, tells: 'broken' } : { state };
};

/**
 * Returns the facts by which a source is judged. Rows that are older than those which another environment has judged do
 * not count: only the time of the newest row is known then, and it goes on counting.
 */
const currentFacts = ({ facts }: JudgedSource, known: SourceState | undefined) => {
  const isOld = known !== undefined && (facts === undefined || facts.at < known.at);
  const used = isOld ? { rows: 0, found: {}, ...known } : facts;
  const newest = used?.newest ?? known?.newest;
  return used && { isOld, facts: { ...used, ...(newest !== undefined && { newest }) } };
};

const OF_TIME = /\.(?:newest|by)$/;

const judgeSource = (source: JudgedSource, book: PromiseBook, clock: Clock) => {
  const current = currentFacts(source, book.sources[source.name]);
  if (!current) return undefined;
  const { facts, isOld } = current;
  const verdicts = judge(source.name, source.promises, facts, clock);
  return { facts, verdicts: isOld ? verdicts.filter(({ name }) => OF_TIME.test(name)) : verdicts };
};

/** A promise with its verdict and its state. */
export interface Judged extends Verdict {
  readonly state: PromiseState;
}

/** The next book, with the promises that were judged, and the messages to deliver. */
export interface Step {
  readonly book: PromiseBook;
  readonly judged: readonly Judged[];
  readonly messages: readonly PromiseMessage[];
  /** True if the book says something else about a promise than before. */
  readonly hasChanged: boolean;
}

/** Judges all sources, and finds the changes that receivers are to be told. */
export const stepBook = (
  book: PromiseBook,
  sources: readonly JudgedSource[],
  clock: Clock,
  language?: Language,
): Step => {
  const states: Record<string, PromiseState> = { ...book.promises };
  const known: Record<string, SourceState> = { ...book.sources };
  const judged: Judged[] = [];
  const messages: PromiseMessage[] = [];
  for (const source of sources) {
    const found = judgeSource(source, book, clock);
    if (!found) continue;
    const { facts, verdicts } = found;
    known[source.name] = { at: facts.at, ...(facts.newest !== undefined && { newest: facts.newest }) };
    for (const verdict of verdicts) {
      const { name, finding } = verdict;
      const last = states[name];
      const { state, tells } = stepState(last, finding !== undefined, source.promises.for ?? 0, clock.now);
      states[name] = state;
      judged.push({ ...verdict, state });
      if (tells === 'broken' && finding)
        messages.push({
          name,
          state: tells,
          text: describeBroken(name, finding, facts, clock, language),
          since: state.since,
        });
      if (tells === 'holds' && last)
        messages.push({
          name,
          state: tells,
          text: describeHeld(name, clock.now - last.since, facts, clock, language),
          since: last.since,
        });
    }
  }
  const hasChanged = judged.some(({ name, state }) => {
    const { isBroken = false, isTold = false } = book.promises[name] ?? {};
    return isBroken !== state.isBroken || isTold !== (state.isTold ?? false);
  });
  return { book: { ...book, promises: states, sources: known }, judged, messages, hasChanged };
};

/** True if a promise has been broken for as long as its `for` says. */
export const counts = ({ finding, state }: Judged, promises: Pick<Promises, 'for'>, now: number): boolean =>
  finding !== undefined && now - state.since >= (promises.for ?? 0);
