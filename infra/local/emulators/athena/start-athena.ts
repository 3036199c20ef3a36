import { type JsonEmulator, startJsonEmulator } from '../server/json-emulator.ts';
import { type Account, type AccountOptions, createAccount } from './account.ts';
import { errorReply } from './errors.ts';
import { openLake } from './lake/open-lake.ts';

export interface AthenaOptions extends AccountOptions {
  /** The folder of the lake's files. */
  readonly data: string;
  /** Called before DuckDB is installed. */
  readonly onInstall?: () => void;
}

export type Athena = JsonEmulator & Omit<Account, 'operations'>;

const parse = (body: string): object | undefined => {
  try {
    return Object(JSON.parse(body));
  } catch {
    return undefined;
  }
};

/** Starts an emulator of Athena on 127.0.0.1, which queries the CSV and Parquet files of a folder with DuckDB. */
export const startAthena = async (options: AthenaOptions): Promise<Athena> => {
  const lake = await openLake(options.data, options.onInstall);
  const { operations, ...account } = createAccount(lake, options);

  const emulator = await startJsonEmulator({
    contentType: 'application/x-amz-json-1.1',
    errorReply,
    answer: async (call) => {
      const [service, name = ''] = String(call.request.headers['x-amz-target']).split('.');
      const operation = service === 'AmazonAthena' && Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation) return errorReply('AccessDeniedException', `User is not authorized to perform: athena:${name}`);
      const input = parse(call.body);
      return input ? operation(input, call) : errorReply('SerializationException', 'The body is not JSON');
    },
  });
  return {
    ...emulator,
    ...account,
    useClock: (clock) => {
      account.change({ now: clock });
      emulator.useClock(clock);
    },
    close: async () => {
      for (const { stopped } of account.executions) stopped.abort();
      await emulator.close();
      await lake.close();
    },
  };
};
