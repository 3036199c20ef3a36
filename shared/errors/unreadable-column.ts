/** @param has what the column has, such as "lists" or "the type INTERVAL". */
export const unreadableColumn = (name: string, has: string) => ({
  message: `the column ${name} has ${has}, which cannot be read`,
  hint: has.startsWith('the type')
    ? 'write the column as text or as a number'
    : 'write its parts as columns of their own',
});

export const noReadableColumn = (file: string, unreadable: ReadonlyMap<string, string>) => {
  const [[column, has] = ['', '']] = unreadable;
  return {
    message: `${file} has no column that can be read: the column ${column} has ${has}`,
    hint: 'write the parts of its columns as columns of their own',
  };
};
