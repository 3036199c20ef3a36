import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';
import type { Stack } from '../../../infra/local/start-stack.ts';
import { serveDashboard } from '../requests/serve-dashboard.ts';
import { type Clock, createClock } from './create-clock.ts';
import { currentTimeOf, filesOf, pathOf, valueIn } from './endpoints.ts';

export interface Problem {
  readonly error: string;
  readonly msg: string;
  readonly details: readonly { readonly message: string; readonly hint?: string; readonly table?: string }[];
  readonly requestId: string;
}

export interface WallResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Problem & { readonly message?: string };
  readonly value: number | undefined;
  readonly text: string;
  /** In the log. Absent if the gateway itself has responded, or if none was logged within a minute. */
  readonly line?: Readonly<Record<string, unknown>>;
}

export interface Question {
  readonly timePeriod?: string;
  readonly currentTime?: string;
  readonly token?: string;
}

export interface CallsInVain {
  readonly count: number;
  /** Default: the emulators of the sources. */
  readonly of?: readonly EmulatorServer[];
  /** Default: the deadline. */
  readonly milliseconds?: number;
}

export interface Wall {
  readonly stack: Stack;
  readonly clock: Clock;
  readonly lines: readonly string[];
  /** JSON lines other than those of requests, from line `since` on. Waits for `count` of them, by default for one. */
  remarks(since: number, count?: number): Promise<readonly unknown[]>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  writeSecrets(text: string): Promise<void>;
  setValue(value: number): Promise<void>;
  ask(slug: string, question?: Question): Promise<WallResponse>;
  /**
   * Sends a request of which some calls hang, while the clocks are stopped. Moves the clocks forward once `count` calls
   * have arrived, and all calls that do not hang are answered.
   */
  askInVain(slug: string, calls: CallsInVain, question?: Question): Promise<WallResponse>;
  close(): Promise<void>;
}

export interface WallOptions {
  /** Follows the first line of dashboard.yml. */
  readonly dashboard: string;
  readonly secrets?: string;
  readonly environments?: number;
  /** With 0, no deadline passes unless a test passes it. */
  readonly rate?: number;
}

const writeFiles = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
};

const inData = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [join('data', name), text]));

const LOOK_MS = 10;
/** Real time. The clock of a function may run faster or slower. */
const MAX_INVOCATION_MS = 600_000;
/** The longest of a request. */
export const DEADLINE_MS = 8_000;
const MAX_LINE_DELAY_MS = 60_000;

/** Looks again and again, because lines may arrive later than responses. */
const lookFor = async <Found>(look: () => Found | undefined): Promise<Found | undefined> => {
  for (const end = performance.now() + MAX_LINE_DELAY_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const found = look();
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * True for a body that the gateway itself has written, for example after a function has ended. No function logs a line
 * for it.
 */
const isOfGateway = (body: object): boolean => Object.keys(body).join() === 'message';

const IS_REQUEST = '{"_aws"';

const findLine = async (lines: readonly string[], requestId: string): Promise<WallResponse['line']> => {
  const found = await lookFor(() => lines.findLast((line) => line.startsWith(IS_REQUEST) && line.includes(requestId)));
  return found && JSON.parse(found);
};

/** Returns the JSON objects in logged lines. Before the object, the runtime writes a time, a request id and a level. */
const findRemarks = (lines: readonly string[], since: number): readonly unknown[] =>
  lines.slice(since).flatMap((line) => {
    const [json] = line.startsWith(IS_REQUEST) ? [] : (/\{.*\}$/.exec(line) ?? []);
    return json ? [JSON.parse(json)] : [];
  });

const sourcesOf = ({ emulators: { objects, database, athena } }: Stack): readonly EmulatorServer[] =>
  [objects, database, athena].filter((emulator) => emulator !== undefined);

const emulatorsOf = (stack: Stack): readonly EmulatorServer[] => {
  const { parameters, answers } = stack.emulators;
  return [...sourcesOf(stack), parameters, ...(answers ? [answers] : [])];
};

export const callsOf = ({ calls }: EmulatorServer): number => calls.values().reduce((sum, count) => sum + count, 0);

export const startWall = async ({ dashboard: text, secrets, environments, rate = 1 }: WallOptions): Promise<Wall> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-faults-'));
  await writeFiles(folder, { 'dashboard.yml': `dashboard: faults\n${text}\n`, ...inData(filesOf(1)) });
  if (secrets) await writeFiles(folder, { '.secrets.yml': secrets });
  const clock = createClock(join(folder, 'clock.json'));
  const lines: string[] = [];
  const { url, stack, close } = await serveDashboard(folder, {
    log: (_, line) => lines.push(line),
    environment: clock.environment,
    maxInvocationMs: MAX_INVOCATION_MS,
    ...(environments && { environments }),
  });
  const emulators = emulatorsOf(stack);
  for (const emulator of emulators) emulator.useClock(clock.awsNow);
  clock.setRate(rate);
  let currentValue = 1;

  const write: Wall['write'] = async (files) => {
    await writeFiles(folder, inData(files));
    await stack.refresh(false);
  };
  const ask: Wall['ask'] = async (slug, question = {}) => {
    const { timePeriod = '30', currentTime = currentTimeOf(currentValue), token } = question;
    const answer = await fetch(`${url}${pathOf(slug)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ currentTime, timePeriod, ...(token !== undefined && { token }) }),
    });
    const body = await answer.text();
    const parsed = JSON.parse(body);
    const line = isOfGateway(parsed) ? undefined : await findLine(lines, answer.headers.get('apigw-requestid') ?? '');
    return {
      status: answer.status,
      headers: answer.headers,
      body: parsed,
      value: valueIn(parsed),
      text: body,
      ...(line && { line }),
    };
  };
  const askInVain: Wall['askInVain'] = async (slug, calls, question) => {
    const { count, of = sourcesOf(stack), milliseconds = DEADLINE_MS } = calls;
    const total = (): number => of.reduce((sum, emulator) => sum + callsOf(emulator), 0);
    const before = total();
    const asked = { isOver: false };
    const response = ask(slug, question).finally(() => {
      asked.isOver = true;
    });
    const isReady = (): boolean => total() >= before + count && !emulators.some((emulator) => emulator.isBusy());
    while (!asked.isOver && !isReady()) await sleep(LOOK_MS);
    clock.pass(milliseconds);
    return response;
  };
  return {
    stack,
    clock,
    lines,
    remarks: async (since, count = 1) => {
      const find = () => findRemarks(lines, since);
      return (await lookFor(() => (find().length < count ? undefined : find()))) ?? find();
    },
    write,
    writeSecrets: (secrets) => writeFiles(folder, { '.secrets.yml': secrets }),
    setValue: async (value) => {
      currentValue = value;
      await write(filesOf(value));
    },
    ask,
    askInVain,
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
};
