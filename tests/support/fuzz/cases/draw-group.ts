import type fc from 'fast-check';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { bombCases } from './bomb-cases.ts';
import { csvCases } from './csv-cases.ts';
import { documentCases } from './document-cases.ts';
import type { FuzzCase } from './fuzz-case.ts';
import type { Group } from './groups.ts';
import { requestCases } from './request-cases.ts';
import { sqlCases } from './sql-cases.ts';

export interface Attacked {
  readonly endpoints: readonly PlannedEndpoint[];
  readonly timezoneOf: (family: string) => string;
}

type DrawGroup = (attacked: Attacked) => fc.Arbitrary<FuzzCase> | Promise<fc.Arbitrary<FuzzCase>>;

export const drawGroup: Readonly<Record<Group, DrawGroup>> = {
  requests: ({ endpoints }) => requestCases(endpoints),
  documents: ({ endpoints }) => documentCases(endpoints),
  csv: ({ endpoints }) => csvCases(endpoints),
  sql: ({ endpoints, timezoneOf }) => sqlCases(endpoints, timezoneOf),
  bombs: ({ endpoints }) => bombCases(endpoints),
};
