const MAX_LETTERS = 40;
const MIN_LETTERS = 2;

/** Returns a slug made from a name, or the fallback if the name has too few Latin letters and digits. */
export const slugOf = (name: string, fallback: string): string => {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-?[0-9][a-z0-9]*-/, '')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_LETTERS)
    .replace(/-+$/, '');
  return slug.length < MIN_LETTERS ? fallback : slug;
};

/** Adds a number to a slug that is taken. */
export const freeSlug = (slug: string, taken: ReadonlySet<string>): string => {
  for (let number = 2; ; number += 1) {
    const end = `-${number}`;
    if (!taken.has(slug)) return slug;
    const next = `${slug.slice(0, MAX_LETTERS - end.length)}${end}`;
    if (!taken.has(next)) return next;
  }
};
