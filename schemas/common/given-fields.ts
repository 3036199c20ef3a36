/** The fields that have a value: what no option sets does not go out. */
export const givenFields = <Fields extends Readonly<Record<string, unknown>>>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
