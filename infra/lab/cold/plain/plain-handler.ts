import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import middy from '@middy/core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { parse } from 'csv-parse/sync';

// The handler that a team would write without Wallfeed. It loads all modules at the top, reads and parses the source for
// each request, and validates the body.

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

const readObject = async (key: string): Promise<string> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: process.env.WALLFEED_BUCKET, Key: key }));
  return (await Body?.transformToString()) ?? '';
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

const read = async (endpoint: string): Promise<string> => {
  if (endpoint === 'sql') return readSql();
  if (endpoint === 'json') return serialize(JSON.parse(await readObject('bench/share.json')), validatePie);
  const [, rows] = /^changing-(\d+)$/.exec(endpoint) ?? [];
  return rows
    ? seriesFromCsv(await readObject(`bench/changing-${rows}.csv`))
    : pieFromCsv(await readObject('bench/share.csv'));
};

export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(async (event) => {
  const { currentTime, timePeriod } = JSON.parse(event.body ?? '{}');
  if (typeof currentTime !== 'number' || typeof timePeriod !== 'number') return { statusCode: 400 };
  const body = await read(event.pathParameters?.endpoint ?? '');
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
});
