import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import middy from '@middy/core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { parse } from 'csv-parse/sync';

/**
 * The handler that a team would write without Wallfeed for one component (3D Pie Chart): everything is loaded at the top,
 * files are kept by their ETag, and the body is validated.
 */

const s3 = new S3Client({});
const database = new RDSDataClient({});

const named = (properties: object) => ({
  type: 'object',
  required: ['name', ...Object.keys(properties)],
  properties: { name: { type: 'string' }, ...properties },
});
const items = { type: 'array', items: named({ value: { type: 'number' } }) };

const ajv = new Ajv2020();
const validatePie = ajv.compile({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { const: 200 }, msg: { type: 'string' }, data: items },
});
const validateSeries = ajv.compile({
  type: 'object',
  required: ['unit', 'series'],
  properties: { unit: { type: 'string' }, series: { type: 'array', items: named({ data: items }) } },
});

interface Kept {
  readonly etag: string | undefined;
  readonly text: string;
}

const TTL_MS = 3_600_000;
const kept = new Map<string, Kept & { readonly at: number }>();

const isNotModified = (error: unknown): boolean => Object(error).$metadata?.httpStatusCode === 304;

const readObject = async (key: string, etag: string | undefined) => {
  const command = new GetObjectCommand({ Bucket: process.env.WALLFEED_BUCKET, Key: key, IfNoneMatch: etag });
  try {
    const { Body, ETag } = await s3.send(command);
    return { text: (await Body?.transformToString()) ?? '', etag: ETag };
  } catch (error) {
    if (isNotModified(error)) return undefined;
    throw error;
  }
};

const serialize = (body: unknown, validate: ValidateFunction): string => {
  if (!validate(body)) throw new Error(JSON.stringify(validate.errors));
  return JSON.stringify(body);
};

const toPie = (data: unknown): string => serialize({ code: 200, msg: 'success', data }, validatePie);

const pieFromCsv = (text: string): string => {
  const records: string[][] = parse(text, { from: 2 });
  return toPie(records.map(([name = '', value]) => ({ name, value: Number(value) })));
};

const seriesFromCsv = (text: string): string => {
  const records: string[][] = parse(text, { from: 2 });
  const groups = Map.groupBy(records, ([name = '']) => name);
  const series = Array.from(groups, ([name, rows]) => ({
    name,
    data: rows.map(([, item = '', value]) => ({ name: item, value: Number(value) })),
  }));
  return serialize({ unit: '', series }, validateSeries);
};

const readFile = async (key: string, make: (text: string) => string): Promise<string> => {
  const last = kept.get(key);
  const read = await readObject(key, last?.etag);
  const text = read ? make(read.text) : (last?.text ?? '');
  kept.set(key, { etag: read ? read.etag : last?.etag, text, at: Date.now() });
  return text;
};

const readSql = async (): Promise<string> => {
  const command = new ExecuteStatementCommand({
    resourceArn: process.env.WALLFEED_CLUSTER_ARN,
    secretArn: process.env.WALLFEED_SECRET_ARN,
    database: process.env.WALLFEED_DATABASE,
    sql: 'select name, value, score, pv from share',
  });
  const { records = [] } = await database.send(command);
  return toPie(records.map(([name, value]) => ({ name: name?.stringValue, value: value?.doubleValue })));
};

const readCached = async (key: string): Promise<string> => {
  const last = kept.get(key);
  return last && Date.now() - last.at < TTL_MS ? last.text : readFile(key, pieFromCsv);
};

const read = (endpoint: string): Promise<string> => {
  if (endpoint === 'sql') return readSql();
  if (endpoint === 'json') return readFile('bench/share.json', (text) => serialize(JSON.parse(text), validatePie));
  if (endpoint === 'hit') return readCached('bench/share.csv');
  const [, rows] = /^changing-(\d+)$/.exec(endpoint) ?? [];
  return rows ? readFile(`bench/changing-${rows}.csv`, seriesFromCsv) : readFile('bench/share.csv', pieFromCsv);
};

export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(async (event) => {
  const { currentTime, timePeriod } = JSON.parse(event.body ?? '{}');
  if (typeof currentTime !== 'number' || typeof timePeriod !== 'number') return { statusCode: 400 };
  const body = await read(event.pathParameters?.endpoint ?? '');
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
});
