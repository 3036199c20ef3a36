import type { DefinitionProblem } from './definition-problem.ts';
import { parseDuration } from './duration.ts';
import type { WallRate } from './wall-rate.ts';

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
            message: 'with watch: none there are no alarms to send',
            hint: 'remove alarms, or write watch: basic',
          } as const,
        ]
      : []),
    ...(refreshMs !== undefined && refreshMs < MIN_REFRESH_MS
      ? [
          {
            path: ['alarms', 'refresh'],
            message: `alarms.refresh cannot be ${refresh}`,
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
