/** DuckDB's specifiers of times, by those of MySQL that Trino's `date_format` and `date_parse` know and DuckDB has. */
const SPECIFIERS: Readonly<Record<string, string>> = {
  ...{ a: '%a', b: '%b', c: '%-m', d: '%d', e: '%-d', H: '%H', h: '%I', I: '%I', i: '%M', j: '%j', k: '%-H' },
  ...{ l: '%-I', M: '%B', m: '%m', p: '%p', S: '%S', s: '%S', T: '%H:%M:%S', W: '%A', Y: '%Y', y: '%y', '%': '%%' },
};

/** Returns the specifiers of a pattern that are not emulated. */
export const unknownSpecifiers = (pattern: string): readonly string[] =>
  Array.from(pattern.matchAll(/%([\s\S])/g), ([text]) => text).filter((text) => !SPECIFIERS[text.slice(1)]);

/** Returns a pattern of MySQL as DuckDB writes it. */
export const duckDbPattern = (pattern: string): string =>
  pattern.replace(/%([\s\S])/g, (text, specifier: string) => SPECIFIERS[specifier] ?? text);
