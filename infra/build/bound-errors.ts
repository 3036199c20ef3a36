/**
 * Maximum number of errors that are stored. It is far above the number that a response lists, because some errors
 * repeat others.
 */
const MAX_ERRORS = 1_000;

const JOIN = `const joinErrors = (errors, more) => {
  if (errors === null) return more;
  errors.push(...more.slice(0, ${MAX_ERRORS} - errors.length));
  return errors;
};`;

/**
 * Replacements in the generated code, so that it stores a limited number of errors. The counter `errors` still counts
 * all, because the code compares it.
 */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/\bvErrors\.push\((\w+)\);/g, `if (vErrors.length < ${MAX_ERRORS}) vErrors.push($1);`],
  [
    /\bvErrors = vErrors === null \? ([\w.]+) : vErrors\.concat\(\1\);\s*errors = vErrors\.length;/g,
    'vErrors = joinErrors(vErrors, $1);\nerrors += $1.length;',
  ],
  [/\bvErrors\.length = (_errs\d+);/g, 'vErrors.length = Math.min(vErrors.length, $1);'],
];

/**
 * Limits the errors that a validator stores. Otherwise a validator would store one for each entry of a list, and copy
 * the whole list for every entry that another schema describes: 50 000 wrong entries would take half a minute.
 */
export const boundErrors = (code: string): string =>
  `${JOIN}\n${REWRITES.reduce((text, [from, to]) => text.replaceAll(from, to), code)}`;
