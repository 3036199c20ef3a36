import { LRUCache } from 'lru-cache';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { ObjectVersion } from '../sources/read-source.ts';
import type { Table } from '../tabular/table.ts';
import type { Answer, KeptAnswer } from './answer.ts';

/** An object in S3 as it was last read. */
export interface KnownObject extends ObjectVersion {
  /** Its rows; left out where the answer says all that is needed. */
  readonly table?: Table;
  /** Why it has none. */
  readonly fault?: WallfeedError;
}

/** The objects that an endpoint was last read from, by table. */
export interface KeptReading {
  readonly objects: Readonly<Record<string, KnownObject>>;
  /** The last good answer of an endpoint that reads nothing else: made of these, or of earlier ones where these have a fault. */
  readonly kept?: KeptAnswer;
  /** Why these make no answer. */
  readonly fault?: WallfeedError;
}

/** What one environment remembers; the least recently used goes first. */
export interface Memory {
  answer(slug: string, timePeriod: number): KeptAnswer | undefined;
  keepAnswer(slug: string, timePeriod: number, kept: KeptAnswer): void;
  reading(slug: string): KeptReading | undefined;
  keepReading(slug: string, reading: KeptReading): void;
}

export interface MemoryLimits {
  readonly entries: number;
  readonly bytes: number;
}

const ENTRIES = 1_000;
const SHARE_OF_FUNCTION = 1 / 8;
const MB = 1024 * 1024;

/** An eighth of what the function has. */
const limitsOfFunction = (): MemoryLimits => ({
  entries: ENTRIES,
  bytes: Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 256) * MB * SHARE_OF_FUNCTION,
});

/** A character takes up to two bytes in memory; compressed, an answer may take as many as it has characters. */
const BYTES_A_CHARACTER = 3;
/** Of heap for a cell as it was read and typed, besides its text; found by measuring. */
const BYTES_A_CELL = 130;
const OVERHEAD = 200;
/** Of an error that lists as many places as it may. */
const FAULT = 8_000;

const sizeOfAnswer = ({ text }: Answer): number => text.length * BYTES_A_CHARACTER;

const sizeOfTable = ({ header, rows }: Table, bytes: number): number =>
  (rows.length + 1) * header.length * BYTES_A_CELL + bytes * 2;

const sizeOfReading = ({ objects, kept, fault }: KeptReading): number =>
  Object.values(objects).reduce(
    (sum, object) => sum + (object.table ? sizeOfTable(object.table, object.bytes) : 0) + (object.fault ? FAULT : 0),
    (kept ? sizeOfAnswer(kept.answer) : 0) + (fault ? FAULT : 0),
  );

const createStore = <Value extends object>(limits: MemoryLimits, sizeOf: (value: Value) => number) =>
  new LRUCache<string, Value>({
    max: limits.entries,
    maxSize: Math.floor(limits.bytes / 2),
    sizeCalculation: (value, key) => OVERHEAD + key.length * 2 + sizeOf(value),
  });

/** A memory that never grows beyond its limits; half of its bytes are for answers, half for what they are made from. */
export const createMemory = (limits: MemoryLimits = limitsOfFunction()): Memory => {
  const answers = createStore<KeptAnswer>(limits, ({ answer }) => sizeOfAnswer(answer));
  const readings = createStore<KeptReading>(limits, sizeOfReading);
  const keyOf = (slug: string, timePeriod: number): string => `${slug} ${timePeriod}`;
  return {
    answer: (slug, timePeriod) => answers.get(keyOf(slug, timePeriod)),
    keepAnswer: (slug, timePeriod, kept) => {
      answers.set(keyOf(slug, timePeriod), kept);
    },
    reading: (slug) => readings.get(slug),
    keepReading: (slug, reading) => {
      readings.set(slug, reading);
    },
  };
};
