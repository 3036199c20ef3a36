/** Omits columns whose cells are all empty. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => {
  const columns = head
    .keys()
    .filter((column) => rows.some((cells) => cells[column] !== ''))
    .toArray();
  const line = (cells: readonly string[]): string => `| ${columns.map((column) => cells[column]).join(' | ')} |`;
  return [line(head), `|${columns.map(() => '---|').join('')}`, ...rows.map(line), ''];
};

export const fenced = (language: string, text: string): readonly string[] => [
  `\`\`\`${language}`,
  text.trimEnd(),
  '```',
  '',
];

export const code = (text: string): string => `\`${text}\``;

/** Returns `a, b and c`. */
export const enumerate = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

export const escapeCell = (text: string): string => text.replaceAll('|', '\\|');

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const decapitalize = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
