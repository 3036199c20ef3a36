import { type Diagnostic, endpointsOf } from '../../dashboard/folder/diagnostic.ts';

/** Returns texts that name an error, one for each endpoint that has it. Lines are left out, because edits move them. */
const namesOf = (error: Diagnostic): readonly string[] => {
  const endpoints = endpointsOf(error);
  return (endpoints.length > 0 ? endpoints : ['']).map((one) => `${error.file}\n${one}\n${error.message}`);
};

export const findNewErrors = (errors: readonly Diagnostic[], served: readonly Diagnostic[]): readonly Diagnostic[] => {
  const known = new Set(served.flatMap(namesOf));
  return errors.filter((error) => namesOf(error).some((name) => !known.has(name)));
};

export const areSameErrors = (some: readonly Diagnostic[], others: readonly Diagnostic[]): boolean =>
  some.length === others.length && findNewErrors(some, others).length === 0;
