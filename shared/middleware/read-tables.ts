import type { Shape } from '../catalogue/shape.ts';
import type { TableSource } from '../config/dashboard-config.ts';
import { inTable } from '../errors/wallfeed-error.ts';
import { obtain, type Step } from '../handler/exchange.ts';
import { type ReadContext, readDocument, readTable } from '../sources/read-source.ts';

const readNamed = async (name: string, source: TableSource, shape: Shape, reading: ReadContext) => {
  const definition = shape.tables[name];
  if (!definition) throw new Error(`the shape ${shape.name} has no table ${name}`);
  try {
    return [name, await readTable(source, definition, reading)] as const;
  } catch (error) {
    throw Object.keys(shape.tables).length > 1 ? inTable(error, name) : error;
  }
};

/** Step 4: the endpoint's tables, read side by side, or its document. One deadline holds for all of them. */
export const readTables = (): Step => {
  const readTablesBefore: Step['before'] = async ({ context }) => {
    const { document, tables, definition, deadline } = obtain(context, 'endpoint');
    const { currentTime, timePeriod } = obtain(context, 'request');
    const reading: ReadContext = {
      window: { currentTime: currentTime.value, timePeriod: timePeriod.value },
      signal: AbortSignal.timeout(deadline),
    };
    if (document) context.exchange.body = await readDocument(document, reading);
    else {
      const read = Object.entries(tables).map(([name, source]) => readNamed(name, source, definition, reading));
      context.exchange.tables = Object.fromEntries(await Promise.all(read));
    }
  };
  return { before: readTablesBefore };
};
