import type { KeptReading, KnownObject } from '../cache/create-memory.ts';
import { tablesOf } from '../catalogue/settings.ts';
import type { JsonSource, TableSource } from '../config/dashboard-config.ts';
import { inTable, type WallfeedError } from '../errors/wallfeed-error.ts';
import { type Endpoint, type Exchange, obtain, type Step } from '../handler/exchange.ts';
import { createBudget, functionMemoryMb, type SourceSize } from '../limits/budget.ts';
import { type ReadContext, type Reading, readDocument, readTable } from '../sources/read-source.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';
import { deadlineOf, endOfCalls } from './deadline-of.ts';

type Definitions = Readonly<Record<string, TableDefinition>>;
type Context = Omit<ReadContext, 'known'>;
type NamedReading = readonly [name: string, reading: Reading<Table>];

/** What a document is called among the objects of an endpoint. */
const DOCUMENT = 'json';

/** An object need not be sent again where it is known what it holds, or what alone was made of it. */
const knownOf = (name: string, last: KeptReading | undefined): KnownObject | undefined => {
  const known = last?.objects[name];
  const isAll = (last?.kept || last?.fault) && Object.keys(last.objects).length === 1;
  return known?.table || known?.fault || isAll ? known : undefined;
};

/** What is known of an object, where it has not changed. */
const contentOf = ({ table, fault }: Partial<KnownObject>): Reading<Table> => ({
  ...(table && { content: table }),
  ...(fault && { fault }),
});

/** A table that was kept takes its memory too. */
const sizeOf = ({ bytes, table }: KnownObject): SourceSize =>
  table ? { bytes, cells: table.rows.length * table.header.length } : {};

const readNamed = async (
  name: string,
  source: TableSource,
  definitions: Definitions,
  context: Context,
  known: KnownObject | undefined,
): Promise<NamedReading> => {
  const definition = definitions[name];
  if (!definition) throw new Error(`the shape has no table ${name}`);
  try {
    const reading = await readTable(source, definition, { ...context, known });
    const isUnchanged = known !== undefined && reading.version === known;
    if (isUnchanged) context.budget.hold(sizeOf(known));
    return [name, isUnchanged ? { ...contentOf(known), version: known } : reading];
  } catch (error) {
    throw Object.keys(definitions).length > 1 ? inTable(error, name) : error;
  }
};

/** Reads all tables side by side. The first that cannot be read ends the reading of the others. */
const readNamedTables = async (
  endpoint: Endpoint,
  { window, deadline, budget }: Context,
  last: KeptReading | undefined,
): Promise<readonly NamedReading[]> => {
  const definitions = tablesOf(endpoint.definition, endpoint);
  const failure = new AbortController();
  const signal = AbortSignal.any([deadline.signal, failure.signal]);
  const context = { window, budget, deadline: { ...deadline, signal } };
  const sources = Object.entries(endpoint.tables);
  try {
    return await Promise.all(
      sources.map(([name, source]) => readNamed(name, source, definitions, context, knownOf(name, last))),
    );
  } catch (error) {
    failure.abort();
    throw error;
  }
};

/** A table that is too large beside others may not be, once those are smaller. */
const dependsOnOthers = (fault: WallfeedError | undefined): boolean => fault?.code === 'SOURCE_TOO_LARGE';

/** Rows are kept where others beside them may change. */
const objectsOf = (readings: readonly NamedReading[]): Readonly<Record<string, KnownObject>> => {
  const areSeveral = readings.length > 1;
  return Object.fromEntries(
    readings.flatMap(([name, { content, fault, version }]) =>
      version && !(areSeveral && dependsOnOthers(fault))
        ? [[name, { ...version, ...(areSeveral && content && { table: content }), ...(fault && { fault }) }]]
        : [],
    ),
  );
};

/** When nothing has changed since the last answer, it is the answer; and what was wrong then still is. */
const reuse = (exchange: Exchange, readings: readonly (readonly [string, Reading<unknown>])[]): boolean => {
  const { last } = exchange;
  const areUnchanged = readings.every(([name, { version }]) => version && version === last?.objects[name]);
  if (!last || !areUnchanged) return false;
  if (last.fault) throw last.fault;
  if (!last.kept) return false;
  exchange.answer = last.kept.answer;
  exchange.origin = { state: 'revalidated', age: 0 };
  return true;
};

const takeTables = async (exchange: Exchange, endpoint: Endpoint, context: Context): Promise<void> => {
  const readings = await readNamedTables(endpoint, context, exchange.last);
  if (reuse(exchange, readings)) return;
  exchange.objects = objectsOf(readings);
  for (const [name, { fault }] of readings) {
    if (fault) throw readings.length > 1 ? inTable(fault, name) : fault;
  }
  exchange.tables = Object.fromEntries(readings.flatMap(([name, { content }]) => (content ? [[name, content]] : [])));
};

const takeDocument = async (exchange: Exchange, document: JsonSource, context: Context): Promise<void> => {
  const reading = await readDocument(document, { ...context, known: knownOf(DOCUMENT, exchange.last) });
  if (reuse(exchange, [[DOCUMENT, reading]])) return;
  exchange.objects = reading.version ? { [DOCUMENT]: reading.version } : {};
  if (reading.fault) throw reading.fault;
  exchange.body = reading.content;
};

/** Step 4: the endpoint's tables, read side by side, or its document. One deadline holds for all of them. */
export const readTables = (): Step => {
  const readTablesBefore: Step['before'] = ({ context }) => {
    const { exchange } = context;
    const endpoint = obtain(context, 'endpoint');
    const { currentTime, timePeriod } = obtain(context, 'request');
    const budget = createBudget({ memoryMb: functionMemoryMb(), endsAt: endOfCalls(exchange, endpoint) });
    exchange.budget = budget;
    const reading: Context = {
      budget,
      window: { currentTime: currentTime.value, timePeriod: timePeriod.value },
      deadline: deadlineOf(exchange, endpoint),
    };
    return endpoint.document
      ? takeDocument(exchange, endpoint.document, reading)
      : takeTables(exchange, endpoint, reading);
  };
  return { before: readTablesBefore };
};
