interface EvaluatedAlarm {
  readonly Statistic: 'Sum' | 'Minimum';
  readonly Period: number;
  readonly Threshold: number;
  readonly ComparisonOperator: 'GreaterThanThreshold' | 'LessThanThreshold';
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly TreatMissingData: 'notBreaching' | 'ignore';
}

export type AlarmState = 'OK' | 'ALARM';

/** `at` is in milliseconds since 1970. */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

/** Periods before those of the alarm that CloudWatch also retrieves, in case that data is missing. */
const FURTHER_PERIODS = 2;

const STATISTICS = {
  Sum: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0),
  Minimum: (values: readonly number[]) => Math.min(...values),
} as const;

/**
 * As CloudWatch documents it. If data is missing, it uses the most recent values of the evaluation range. Only if there
 * are too few of them, missing values count as the alarm says.
 */
const stateAt = (alarm: EvaluatedAlarm, values: readonly (number | undefined)[], last: AlarmState): AlarmState => {
  const { Threshold, ComparisonOperator, EvaluationPeriods: wanted, TreatMissingData } = alarm;
  const needed = alarm.DatapointsToAlarm ?? wanted;
  const isBreaching = (value: number): boolean =>
    ComparisonOperator === 'GreaterThanThreshold' ? value > Threshold : value < Threshold;
  const range = values.slice(-(wanted + FURTHER_PERIODS)).filter((value) => value !== undefined);
  const current = values.slice(-wanted);
  const used = current.includes(undefined) ? range.slice(-wanted) : (current as readonly number[]);
  const breaching = used.filter(isBreaching).length;
  if (breaching >= needed) return 'ALARM';
  const missing = wanted - used.length;
  return TreatMissingData === 'ignore' && breaching + missing >= needed ? last : 'OK';
};

export const evaluateAlarm = (alarm: EvaluatedAlarm, samples: readonly Sample[], from: number, to: number) => {
  const step = alarm.Period * 1000;
  const byPeriod = Map.groupBy(samples, ({ at }) => Math.floor(at / step) * step);
  const values: (number | undefined)[] = [];
  const changes: { readonly at: number; readonly state: AlarmState }[] = [];
  let state: AlarmState = 'OK';
  for (let start = from; start < to; start += step) {
    const found = byPeriod.get(start)?.map(({ value }) => value);
    values.push(found && STATISTICS[alarm.Statistic](found));
    const next = stateAt(alarm, values, state);
    if (next !== state) changes.push({ at: start + step, state: next });
    state = next;
  }
  return changes;
};
