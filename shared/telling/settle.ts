import { randomUUID } from 'node:crypto';
import type { Deadline } from '../aws/deadline.ts';
import type { Language } from '../config/promises.ts';
import { causeName } from '../errors/cause-name.ts';
import {
  type DueMessage,
  type JudgedSource,
  type PromiseBook,
  type Step,
  stepBook,
} from '../promises/promise-states.ts';
import type { Clock } from '../promises/zone-time.ts';
import type { PromiseTable, VersionedBook } from './promise-table.ts';
import { type MessageOrigin, publish } from './publish.ts';

export interface Settlement {
  readonly table: PromiseTable;
  /** ARNs. Without topics, changes are written down and nobody is told. */
  readonly topics: readonly string[];
  readonly origin: MessageOrigin;
  readonly language?: Language | undefined;
}

export interface Settled {
  readonly book: PromiseBook;
  readonly step: Step;
  readonly unsent: number;
}

const MAX_ATTEMPTS = 3;
/** Another environment may send the message after this time. */
const CLAIM_MS = 60_000;

/** This environment sends all messages that nobody else is sending. */
const claim = ({ book, messages }: Step, topics: readonly string[], now: number) => {
  const claimedUntil = now + CLAIM_MS;
  const added = topics.length > 0 ? messages.map((one) => ({ ...one, id: randomUUID(), topics, claimedUntil })) : [];
  const isFree = (one: DueMessage): boolean => one.claimedUntil <= now;
  const left = book.due.filter(isFree).map((one) => ({ ...one, claimedUntil }));
  const due = [...book.due.filter((one) => !isFree(one)), ...left, ...added];
  return { book: { ...book, due }, own: [...left, ...added] as readonly DueMessage[] };
};

/** Returns the topics that did not get the message. */
const deliver = async (message: DueMessage, origin: MessageOrigin, deadline: Deadline): Promise<readonly string[]> => {
  const left: string[] = [];
  for (const topic of message.topics) {
    try {
      await publish(topic, message, origin, deadline);
    } catch (error) {
      left.push(topic);
      console.error(JSON.stringify({ promise: message.name, notSent: message.state, cause: causeName(error) }));
    }
  }
  return left;
};

const strike = async (
  { table }: Settlement,
  written: VersionedBook,
  delivered: ReadonlyMap<string, readonly string[]>,
  deadline: Deadline,
): Promise<PromiseBook> => {
  let { book, version } = written;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const due = book.due.flatMap((one) => {
      const topics = delivered.get(one.id) ?? one.topics;
      return topics.length > 0 ? [{ ...one, topics }] : [];
    });
    if (await table.write({ ...book, due }, version, deadline)) return { ...book, due };
    ({ book, version } = await table.read(deadline));
  }
  return book;
};

const deliverAll = async (
  settlement: Settlement,
  written: VersionedBook,
  own: readonly DueMessage[],
  deadline: Deadline,
): Promise<Omit<Settled, 'step'>> => {
  const delivered = new Map<string, readonly string[]>();
  for (const message of own) delivered.set(message.id, await deliver(message, settlement.origin, deadline));
  const unsent = [...delivered.values()].filter(({ length }) => length > 0).length;
  const book = own.length > 0 ? await strike(settlement, written, delivered, deadline) : written.book;
  return { book, unsent };
};

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Judges by what all environments know. Of several environments that see the same change, one sends the message. A
 * message that cannot be sent stays in the book, so that a later judgement sends it.
 * @throws the errors of the table.
 */
export const settle = async (
  settlement: Settlement,
  sources: readonly JudgedSource[],
  clock: Clock,
  deadline: Deadline,
): Promise<Settled> => {
  const { table, topics, language } = settlement;
  for (let attempt = 1; ; attempt += 1) {
    const known = await table.read(deadline);
    const step = stepBook(known.book, sources, clock, language);
    const { book, own } = claim(step, topics, clock.now);
    if (isEqual(book, known.book)) return { book, step, unsent: 0 };
    const { version } = known;
    if (await table.write(book, version, deadline))
      return { step, ...(await deliverAll(settlement, { book, version: version + 1 }, own, deadline)) };
    if (attempt === MAX_ATTEMPTS) return { book: known.book, step, unsent: 0 };
  }
};
