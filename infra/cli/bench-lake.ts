import { describeLake } from '../../tests/bench/lake/describe-lake.ts';
import { formatLake, formatLakeJson, METHOD } from '../../tests/bench/lake/format-lake.ts';
import { listScenarios } from '../../tests/bench/lake/list-scenarios.ts';
import { simulateLake } from '../../tests/bench/lake/simulate-lake.ts';
import { DEFAULT_MEMORY_MB } from '../cost/assumptions.ts';
import { wrapText } from '../cost/paragraph.ts';
import { OWN_PRICES, readPriceList } from '../cost/price-list.ts';
import { COUNT, MILLISECONDS, type Quantity, readQuantity, SCAN } from '../cost/quantity.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';
import { defineCommand, formatOption } from './define-command.ts';

const FORMATS = { table: formatLake, json: formatLakeJson };

const QUANTITIES = {
  walls: COUNT,
  components: COUNT,
  refresh: MILLISECONDS,
  query: MILLISECONDS,
  scanned: SCAN,
  active: COUNT,
  seed: COUNT,
} as const satisfies Readonly<Record<string, Quantity>>;
type Option = keyof typeof QUANTITIES;

const readNumbers = (values: Readonly<Record<Option, string>>) => {
  try {
    const names = Object.keys(QUANTITIES) as Option[];
    return Object.fromEntries(
      names.map((name) => [name, readQuantity(name, values[name], QUANTITIES[name])]),
    ) as Record<Option, number>;
  } catch (error) {
    return fail((error as Error).message, EXIT_USAGE);
  }
};

export const command = defineCommand({
  options: {
    walls: { value: COUNT.kind, meaning: 'walls, each with a dashboard of its own', default: '1000' },
    components: { value: COUNT.kind, meaning: 'components of a wall', default: '20' },
    refresh: { value: MILLISECONDS.kind, meaning: 'time between two requests of a component', default: '10s' },
    query: { value: MILLISECONDS.kind, meaning: 'median duration of a query', default: '2s' },
    scanned: { value: SCAN.kind, meaning: 'size of the data that a query scans', default: '250MB' },
    active: { value: COUNT.kind, meaning: 'queries that the account may have queued or running', default: '200' },
    seed: { value: COUNT.kind, meaning: 'the seed of the random times', default: '1' },
    format: formatOption(FORMATS, 'table'),
  },
  notes: METHOD.map((text) => wrapText(text)),
  run: async (values) => {
    const numbers = readNumbers(values);
    if ('failure' in numbers) return numbers;
    const { walls, components, refresh, query, scanned, active, seed } = numbers;
    const settings = { walls, components, refreshMs: refresh, queryMs: query, activeQueries: active, seed };
    const bill = { prices: await readPriceList(OWN_PRICES), scannedBytes: scanned, memoryMb: DEFAULT_MEMORY_MB };
    const figures = listScenarios(settings).map((scenario) => describeLake(simulateLake(scenario), bill));
    console.log(FORMATS[values.format]({ settings, bill, figures }));
    return undefined;
  },
});
