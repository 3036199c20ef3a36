/** Returns the fields whose value is not undefined. Fields that no option sets are not sent. */
export const givenFields = <Fields extends Readonly<Record<string, unknown>>>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
