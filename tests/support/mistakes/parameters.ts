import { MARK, type Mistake } from './dashboards.ts';

const data = { 'data/orders.csv': 'At,Region,Amount\n2026-11-20 08:00,East,5\n2026-11-20 09:00,West,7\n' };

const withParameters = (parameters: string, where = '{ Region: { parameter: region } }') => `endpoints:
  it:
    component: Rows
    parameters: ${parameters}
    csv: { file: orders.csv, where: ${where}, columns: { region: Region, at: { first: At }, sum: { sum: Amount } } }`;

const ranged = (range: string) =>
  withParameters(`{ region: ${range} }`, '{ Amount: { atLeast: { parameter: region } } }');

export const PARAMETER_MISTAKES: readonly Mistake[] = [
  [
    'a condition names a mistyped parameter',
    'error',
    'there is no parameter regoin (did you mean region?)',
    withParameters(
      '{ region: { oneOf: [East, West], optional: true } }',
      `{ Region: [{ parameter: region }, { parameter: ${MARK}regoin }] }`,
    ),
    data,
  ],
  [
    'a condition names a parameter of an endpoint that has none',
    'error',
    'there is no parameter region (add it to the endpoint: `parameters: { region: { oneOf: [East, West] } }`)',
    `endpoints:\n  it: { component: Rows, csv: { file: orders.csv, where: { Region: { not: { parameter: ${MARK}region } } } } }`,
    data,
  ],
  [
    'a parameter has a list and a range',
    'error',
    'region has both a list and a range (keep `oneOf`, or `atLeast` and `atMost`)',
    withParameters(`{ region: { oneOf: [East], ${MARK}atLeast: 1 } }`),
    data,
  ],
  [
    'a parameter has no values',
    'error',
    'region has no values (add `oneOf: [East, West]`, or `atLeast: 0` and `atMost: 10`)',
    withParameters(`{ ${MARK}region: { optional: true } }`),
    data,
  ],
  [
    'a parameter has a mistyped key',
    'error',
    'unknown key `parameters.region.oneof` (did you mean `oneOf`?)',
    withParameters(`{ region: { ${MARK}oneof: [East] } }`),
    data,
  ],
  [
    'a range has no end',
    'error',
    'the range of region has no `atMost` (add `atMost`: a number)',
    ranged(`{ atLeast: 0 }`).replace('region: { atLeast', `${MARK}region: { atLeast`),
    data,
  ],
  [
    'a range is reversed',
    'error',
    '`atMost` is 1, which is below `atLeast`, 5 (write `atLeast: 1, atMost: 5`)',
    ranged(`{ atLeast: 5, atMost: ${MARK}1 }`),
    data,
  ],
  [
    'a step does not divide its range',
    'error',
    'steps of 3 from 0 do not reach 10 (write a `step` that divides the range, or end the range at 9)',
    ranged(`{ atLeast: 0, atMost: 10, step: ${MARK}3 }`),
    data,
  ],
  [
    'a step is 0',
    'error',
    '`parameters.region.step` cannot be 0 (write a number above 0',
    ranged(`{ atLeast: 0, atMost: 10, step: ${MARK}0 }`),
    data,
  ],
  [
    'a range is infinite',
    'error',
    '`parameters.region.atMost` cannot be Infinity (write a number)',
    ranged(`{ atLeast: 0, atMost: ${MARK}.inf }`),
    data,
  ],
  [
    'a default is none of the values',
    'error',
    '`default` cannot be "Eats" (did you mean East?)',
    withParameters(`{ region: { oneOf: [East, West], default: ${MARK}Eats } }`),
    data,
  ],
  [
    'a default is a text, and the values are numbers',
    'error',
    '`default` cannot be "5" (write it as in the list: 5)',
    ranged(`{ oneOf: [5, 6], default: ${MARK}'5' }`),
    data,
  ],
  [
    'a parameter has both default and optional',
    'error',
    '`default` and `optional` exclude each other',
    withParameters(`{ region: { oneOf: [East, West], ${MARK}default: East, optional: true } }`),
    data,
  ],
  [
    'a value is there twice',
    'error',
    'East is there twice (keep one of them)',
    withParameters(`{ region: { oneOf: [East, West, ${MARK}East] } }`),
    data,
  ],
  [
    'a parameter has the reserved name from',
    'error',
    'the parameter from has a meaning of its own',
    withParameters(`{ ${MARK}from: { oneOf: [East] } }`, '{ Region: { parameter: from } }'),
    data,
  ],
  [
    'a parameter has a name in capitals',
    'error',
    'Region cannot be the name of a parameter (write a small letter',
    withParameters(`{ ${MARK}Region: { oneOf: [East] } }`, '{ Region: { parameter: Region } }'),
    data,
  ],
  [
    'a parameter has the name of the API key',
    'error',
    'the parameter key has a meaning of its own',
    `apiKey: { place: ssm:/wall/key, query: key }\n${withParameters(`{ ${MARK}key: { oneOf: [East] } }`, '{ Region: { parameter: key } }')}`,
    { ...data, '.secrets.yml': "/wall/key: '0123456789abcdef'\n" },
  ],
  [
    'an endpoint has more than five parameters',
    'error',
    '6 parameters are too many (an endpoint has at most 5)',
    withParameters(
      `{ ${Array.from('abcdef', (name) => `${name}: { oneOf: [East] }`).join(', ')} }`,
      `{ Region: [${Array.from('abcdef', (name) => `{ parameter: ${name} }`).join(', ')}] }`,
    ).replace('    parameters', `    ${MARK}parameters`),
    data,
  ],
  [
    'the parameters have too many combinations',
    'error',
    'the parameters have more than 1,000 combinations of values',
    ranged(`{ atLeast: 0, atMost: 1000 }`).replace('    parameters', `    ${MARK}parameters`),
    data,
  ],
  [
    'the parameters have more combinations than an environment caches',
    'warning',
    'the parameters have 65 combinations of values, and an environment caches 64 responses of an endpoint',
    ranged(`{ atLeast: 0, atMost: 64, default: 0 }`).replace('    parameters', `    ${MARK}parameters`),
    data,
  ],
  [
    'nothing uses a parameter',
    'warning',
    'nothing uses the parameter region (write `{ parameter: region }` in a condition, or :region in SQL)',
    withParameters(`{ ${MARK}region: { oneOf: [East] } }`, '{ Region: East }'),
    data,
  ],
  [
    'a text is compared as a time',
    'error',
    "`above` cannot be 'East'",
    withParameters('{ region: { oneOf: ["2026-11-20", East] } }', `{ At: { above: ${MARK}{ parameter: region } } }`),
    data,
  ],
  [
    'a condition asks for blank cells by a parameter',
    'error',
    '`csv.where.Region.blank` cannot be a map',
    withParameters('{ region: { oneOf: [East] } }', `{ Region: { blank: ${MARK}{ parameter: region } } }`),
    data,
  ],
  [
    'a dataset has a parameter in a condition',
    'error',
    'a dataset has no parameters, because it is read once for all requests (move the condition',
    `datasets:\n  all: { csv: { file: orders.csv, where: { Region: { parameter: ${MARK}region } } } }\nendpoints:\n  it: { component: Rows, parameters: { region: { oneOf: [East] } }, dataset: all, where: { Region: { parameter: region } } }`,
    data,
  ],
  [
    'a dataset has a parameter in its query',
    'error',
    'unknown parameter :region (move the condition to the `where` of the endpoint that has the parameter)',
    `datasets:\n  all: { sql: 'select region from orders where region = ${MARK}:region' }\nendpoints:\n  it: { component: Rows, parameters: { region: { oneOf: [East] } }, dataset: all, where: { region: { parameter: region } } }`,
    {},
  ],
  [
    'a query has a mistyped parameter',
    'error',
    'unknown parameter :regoin (did you mean :region?)',
    `endpoints:\n  it: { component: Rows, parameters: { region: { oneOf: [East] } }, sql: 'select 1 where :region = ${MARK}:regoin' }`,
    {},
  ],
];
