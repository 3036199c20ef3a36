import { tablesOf } from '../catalogue/settings.ts';
import type { TableSource } from '../config/dashboard-config.ts';
import { inTable } from '../errors/wallfeed-error.ts';
import { obtain, type Step } from '../handler/exchange.ts';
import { type ReadContext, readDocument, readTable } from '../sources/read-source.ts';
import type { TableDefinition } from '../tabular/define-table.ts';

type Definitions = Readonly<Record<string, TableDefinition>>;

const readNamed = async (name: string, source: TableSource, definitions: Definitions, reading: ReadContext) => {
  const definition = definitions[name];
  if (!definition) throw new Error(`the shape has no table ${name}`);
  try {
    return [name, await readTable(source, definition, reading)] as const;
  } catch (error) {
    throw Object.keys(definitions).length > 1 ? inTable(error, name) : error;
  }
};

/** Step 4: the endpoint's tables, read side by side, or its document. One deadline holds for all of them. */
export const readTables = (): Step => {
  const readTablesBefore: Step['before'] = async ({ context }) => {
    const endpoint = obtain(context, 'endpoint');
    const { document, tables, definition, deadline } = endpoint;
    const { currentTime, timePeriod } = obtain(context, 'request');
    const reading: ReadContext = {
      window: { currentTime: currentTime.value, timePeriod: timePeriod.value },
      signal: AbortSignal.timeout(deadline),
    };
    if (document) context.exchange.body = await readDocument(document, reading);
    else {
      const definitions = tablesOf(definition, endpoint);
      const read = Object.entries(tables).map(([name, source]) => readNamed(name, source, definitions, reading));
      context.exchange.tables = Object.fromEntries(await Promise.all(read));
    }
  };
  return { before: readTablesBefore };
};
