import { agreement } from './agreement.ts';
import { colours } from './colours.ts';
import { enumerations } from './enumerations.ts';
import { equalLengths } from './equal-lengths.ts';
import type { LimitsByWords } from './limit.ts';
import { references } from './references.ts';
import { tableOfLimits } from './table-of-limits.ts';

export const limits = {
  'the table of limits': tableOfLimits,
  enumerations,
  'equal lengths': equalLengths,
  'ids and references': references,
  colours,
  agreement,
} satisfies Readonly<Record<string, LimitsByWords>>;
