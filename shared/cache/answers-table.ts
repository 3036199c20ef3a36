import { gunzipSync } from 'node:zlib';
import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { requestHandler } from '../aws/request-handler.ts';
import { MAX_RESPONSE_BYTES } from '../catalogue/serialize-body.ts';
import { callSource } from '../sources/call-source.ts';
import { collectBody } from '../sources/collect-body.ts';
import type { Deadline } from '../sources/deadline.ts';
import { type Answer, compress, createAnswer, type KeptAnswer } from './answer.ts';
import { CLOCK_TOLERANCE, instantOf } from './instant.ts';
import { keyPrefixOf } from './key-prefix.ts';

/** An item has 400 KB at most, a third more as it is written in JSON. */
const MAX_ANSWER_BYTES = 1024 * 1024;

const client = new DynamoDBClient({
  maxAttempts: 1,
  requestHandler,
  streamCollector: collectBody(MAX_ANSWER_BYTES),
});

type Item = Record<string, AttributeValue>;

/** An item of the table may have 400 KB, its other attributes included. */
const MAX_BODY_BYTES = 395_000;
/** DynamoDB takes away what has expired when it finds the time, and counts in seconds. */
const GRACE_SECONDS = 60;

const number = (value: number): AttributeValue => ({ N: String(value) });
const expiry = (until: number): AttributeValue => number(Math.ceil(until / 1000) + GRACE_SECONDS);

const numberIn = (item: Item, name: string): number => Number(item[name]?.N ?? 0);

/** What the table holds under a name. */
export interface SharedAnswer {
  /** Left out when it is too large for the table. */
  readonly kept?: KeptAnswer;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** Whose turn it is to make an answer. */
export interface LeaseTerms {
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The table of answers that all environments share. Everything throws what the service throws. */
export interface AnswersTable {
  find(name: string, deadline: Deadline): Promise<SharedAnswer | undefined>;
  /** @param until when nobody may serve it any more, in milliseconds since 1970. */
  put(name: string, kept: KeptAnswer, until: number, deadline: Deadline): Promise<void>;
  /** False when another owner has the lease. One that ends later than any taken now would is of a wrong clock, and void. */
  takeLease(name: string, terms: LeaseTerms, deadline: Deadline): Promise<boolean>;
  giveUpLease(name: string, owner: string, deadline: Deadline): Promise<void>;
}

/** @throws what is not JSON as gzip, of a size that can be sent. */
const answerOf = (body: Uint8Array, rows: number): Answer => {
  const text = gunzipSync(body, { maxOutputLength: MAX_RESPONSE_BYTES }).toString('utf8');
  JSON.parse(text);
  return { ...createAnswer(text, rows), compressed: Buffer.from(body).toString('base64') };
};

/** What an item says; undefined when it says nothing that can be used, or was made later than clocks may differ. */
const sharedAnswerOf = (item: Item): SharedAnswer | undefined => {
  const madeAt = numberIn(item, 'madeAt');
  const body = item.body?.B;
  if (!(madeAt <= Date.now() + CLOCK_TOLERANCE)) return undefined;
  if (!body) return { madeAt };
  try {
    return { madeAt, kept: { answer: answerOf(body, numberIn(item, 'rows')), goodAt: instantOf(madeAt) } };
  } catch {
    return undefined;
  }
};

const itemOf = (key: AttributeValue, { answer, goodAt }: KeptAnswer, until: number): Item => {
  const body = Buffer.from(compress(answer), 'base64');
  return {
    key,
    madeAt: number(Math.round(goodAt.wall)),
    rows: number(answer.rows),
    expiresAt: expiry(until),
    ...(body.length <= MAX_BODY_BYTES && { body: { B: body } }),
  };
};

const isRefused = (error: unknown): boolean => Object(error).name === 'ConditionalCheckFailedException';

/** Whether a conditional write was done. */
const wasDone = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
};

/** The items of one family's function in the table that all functions of a stack use. */
export const createAnswersTable = (TableName: string, family: string): AnswersTable => {
  const prefix = keyPrefixOf(family);
  const answerKey = (name: string): AttributeValue => ({ S: `${prefix}answer#${name}` });
  const leaseKey = (name: string): AttributeValue => ({ S: `${prefix}lease#${name}` });
  return {
    find: async (name, deadline) => {
      const command = new GetItemCommand({ TableName, Key: { key: answerKey(name) }, ConsistentRead: true });
      const { Item: item } = await callSource((abortSignal) => client.send(command, { abortSignal }), deadline);
      return item && sharedAnswerOf(item);
    },
    put: async (name, kept, until, deadline) => {
      const command = new PutItemCommand({ TableName, Item: itemOf(answerKey(name), kept, until) });
      await callSource((abortSignal) => client.send(command, { abortSignal }), deadline);
    },
    takeLease: (name, { owner, until }, deadline) => {
      const command = new PutItemCommand({
        TableName,
        Item: { key: leaseKey(name), owner: { S: owner }, until: number(until), expiresAt: expiry(until) },
        ConditionExpression: `attribute_not_exists(#key) OR NOT attribute_type(#until, :number)
        OR #until < :now OR #until > :beyond OR #owner = :owner`,
        ExpressionAttributeNames: { '#key': 'key', '#until': 'until', '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':number': { S: 'N' },
          ':now': number(Date.now()),
          ':beyond': number(until + CLOCK_TOLERANCE),
          ':owner': { S: owner },
        },
      });
      return wasDone(callSource((abortSignal) => client.send(command, { abortSignal }), deadline));
    },
    giveUpLease: async (name, owner, deadline) => {
      const command = new DeleteItemCommand({
        TableName,
        Key: { key: leaseKey(name) },
        ConditionExpression: '#owner = :owner',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': { S: owner } },
      });
      await wasDone(callSource((abortSignal) => client.send(command, { abortSignal }), deadline));
    },
  };
};
