import type { KnownObject, SourceSnapshot } from '../cache/create-memory.ts';
import { elapsed, now } from '../cache/instant.ts';
import { tablesOf } from '../catalogue/settings.ts';
import type { JsonSource, TableSource } from '../config/dashboard-config.ts';
import { inTable, type WallfeedError } from '../errors/wallfeed-error.ts';
import { type Endpoint, type ExchangeContext, obtain, type Step, windowOf } from '../http/request-context.ts';
import { deadlineOf, endOfCalls } from '../http/request-deadline.ts';
import { createBudget, functionMemoryMb, type SourceSize } from '../limits/budget.ts';
import { type ReadContext, type Reading, readDocument, readTable } from '../sources/read-source.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';

type Definitions = Readonly<Record<string, TableDefinition>>;
type Context = Omit<ReadContext, 'known'>;
type NamedReading = readonly [name: string, reading: Reading<Table>];

/** What a document is called among the objects of an endpoint. */
const DOCUMENT = 'json';

/** An object need not be sent again where it is known what it holds, or what alone was made of it. */
const knownOf = (name: string, last: SourceSnapshot | undefined): KnownObject | undefined => {
  const known = last?.objects[name];
  const isAll = (last?.response || last?.fault) && Object.keys(last.objects).length === 1;
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
  last: SourceSnapshot | undefined,
): Promise<readonly NamedReading[]> => {
  const definitions = tablesOf(endpoint.definition, endpoint);
  const sources = Object.entries(endpoint.tables);
  const failure = new AbortController();
  const signal = sources.length > 1 ? AbortSignal.any([deadline.signal, failure.signal]) : deadline.signal;
  const context = { window, budget, deadline: { ...deadline, signal } };
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
const reuse = (context: ExchangeContext, readings: readonly (readonly [string, Reading<unknown>])[]): boolean => {
  const { exchange } = context;
  const { last } = exchange;
  const areUnchanged = readings.every(([name, { version }]) => version && version === last?.objects[name]);
  if (!last || !areUnchanged) return false;
  if (last.fault) throw last.fault;
  if (!last.response) return false;
  exchange.answer = last.response.body;
  exchange.origin = { state: 'revalidated', age: elapsed(obtain(context, 'askedAt')) };
  return true;
};

const loadTables = async (context: ExchangeContext, endpoint: Endpoint, read: Context): Promise<void> => {
  const { exchange } = context;
  const readings = await readNamedTables(endpoint, read, exchange.last);
  if (reuse(context, readings)) return;
  exchange.objects = objectsOf(readings);
  for (const [name, { fault }] of readings) {
    if (fault) throw readings.length > 1 ? inTable(fault, name) : fault;
  }
  exchange.tables = Object.fromEntries(readings.flatMap(([name, { content }]) => (content ? [[name, content]] : [])));
};

const loadDocument = async (context: ExchangeContext, document: JsonSource, read: Context): Promise<void> => {
  const { exchange } = context;
  const reading = await readDocument(document, { ...read, known: knownOf(DOCUMENT, exchange.last) });
  if (reuse(context, [[DOCUMENT, reading]])) return;
  exchange.objects = reading.version ? { [DOCUMENT]: reading.version } : {};
  if (reading.fault) throw reading.fault;
  exchange.body = reading.content;
};

/** With a stale response at hand, no request waits longer than this for another attempt. */
const BRIEF_PAUSE_MS = 500;

/** Step 4: loads the endpoint's tables side by side, or its document. One deadline holds for all of them. */
export const readTables = (): Step => {
  const readTablesBefore: Step['before'] = ({ context }) => {
    const { exchange } = context;
    const endpoint = obtain(context, 'endpoint');
    exchange.askedAt = now();
    exchange.budget = createBudget({ memoryMb: functionMemoryMb(), endsAt: endOfCalls(exchange, endpoint) });
    const deadline = deadlineOf(exchange, endpoint);
    const read: Context = {
      budget: exchange.budget,
      window: windowOf(obtain(context, 'request')),
      deadline: exchange.hasStale ? { ...deadline, maxPauseMs: BRIEF_PAUSE_MS } : deadline,
    };
    return endpoint.document ? loadDocument(context, endpoint.document, read) : loadTables(context, endpoint, read);
  };
  return { before: readTablesBefore };
};
