import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';

/** Defaults of `WallRate`. */
export const DEFAULT_SCREENS = 3;
export const DEFAULT_REFRESH_MS = 10_000;

/** The traffic of a wall that the alarms expect. */
interface WallRate {
  /** Screens that show the dashboard at once. */
  readonly screens: number;
  /** The time between two requests of a screen to an endpoint. */
  readonly refreshMs: number;
}

/** Returns the number of requests that a wall sends in a number of seconds. */
export const requestsOf = (endpoints: number, { screens, refreshMs }: WallRate, seconds: number): number =>
  (endpoints * screens * seconds * 1000) / refreshMs;

/** The receiver of the alarms, and the traffic that they expect. */
export interface AlarmSettings extends Partial<WallRate> {
  readonly email?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const MIN_REFRESH_MS = 1000;

/** Finds errors in `watch` and `alarms` that the schema cannot express. */
export const checkWatch = ({ watch, alarms }: Fields): readonly DefinitionProblem[] => {
  if (alarms === undefined) return [];
  const { refresh } = Object(alarms) as Fields;
  const refreshMs = parseDuration(refresh);
  return [
    ...(watch === 'none'
      ? [
          {
            path: ['alarms'],
            part: 'key',
            message: 'with `watch: none` there are no alarms to send',
            hint: 'remove `alarms`, or write `watch: basic`',
          } as const,
        ]
      : []),
    ...(refreshMs !== undefined && refreshMs < MIN_REFRESH_MS
      ? [
          {
            path: ['alarms', 'refresh'],
            message: `\`alarms.refresh\` cannot be ${refresh}`,
            hint: 'write how often a screen requests each endpoint: 1s or longer',
          },
        ]
      : []),
  ];
};

/** Returns a valid `alarms` with its durations in milliseconds. */
export const compileAlarms = (alarms: unknown): AlarmSettings => {
  const { refresh, ...rest } = Object(alarms) as Fields;
  const refreshMs = parseDuration(refresh);
  return { ...(rest as AlarmSettings), ...(refreshMs !== undefined && { refreshMs }) };
};
