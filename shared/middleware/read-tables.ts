import { obtain, type Step } from '../handler/exchange.ts';
import { type ReadContext, readDocument, readTable } from '../sources/read-source.ts';

/** Step 4: the endpoint's tables, read side by side, or its document. One deadline holds for all of them. */
export const readTables = (): Step => {
  const readTablesBefore: Step['before'] = async ({ context }) => {
    const { document, tables, definition, deadline } = obtain(context, 'endpoint');
    const { currentTime, timePeriod } = obtain(context, 'request');
    const reading: ReadContext = {
      window: { currentTime: currentTime.value, timePeriod: timePeriod.value },
      signal: AbortSignal.timeout(deadline),
    };
    if (document) {
      context.exchange.body = await readDocument(document, reading);
      return;
    }
    const read = Object.entries(tables).map(async ([name, source]) => {
      const expected = definition.tables[name];
      if (!expected) throw new Error(`the shape ${definition.name} has no table ${name}`);
      return [name, await readTable(source, expected, reading)] as const;
    });
    context.exchange.tables = Object.fromEntries(await Promise.all(read));
  };
  return { before: readTablesBefore };
};
