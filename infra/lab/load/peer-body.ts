export interface PeerBody {
  readonly unit: string;
  readonly series: readonly { readonly name: string; readonly data: readonly object[] }[];
}

const toBody = (groups: ReadonlyMap<string, readonly object[]>): PeerBody => ({
  unit: '',
  series: Array.from(groups, ([name, data]) => ({ name, data })),
});

/** Builds the body from records that are arrays, the fastest output of the parser. */
export const foldArrays = (records: readonly (readonly string[])[]): PeerBody => {
  const groups = new Map<string, object[]>();
  for (const [group = '', name, value] of records) {
    const data = groups.get(group) ?? [];
    groups.set(group, data);
    data.push({ name, value: Number(value) });
  }
  return toBody(groups);
};

/** As in the first example of the parser's documentation. */
export const foldObjects = (records: readonly Readonly<Record<string, string>>[]): PeerBody => {
  const groups = new Map<string, object[]>();
  for (const { group = '', name, value } of records) {
    const data = groups.get(group) ?? [];
    groups.set(group, data);
    data.push({ name, value: Number(value) });
  }
  return toBody(groups);
};

const named = { type: 'object', properties: { name: { type: 'string' }, value: { type: 'number' } } };

/** The request's schema for Ajv, and the body's schema for fast-json-stringify. */
export const peerSchema = {
  body: {
    type: 'object',
    required: ['currentTime', 'timePeriod'],
    properties: {
      currentTime: { type: 'integer', minimum: 1_000_000_000_000, maximum: 9_999_999_999_999 },
      timePeriod: { type: 'number', minimum: 0, maximum: 5_256_000 },
      token: { type: 'string', pattern: '^[0-9a-fA-F]{32}$' },
    },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        unit: { type: 'string' },
        series: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, data: { type: 'array', items: named } },
          },
        },
      },
    },
  },
};
