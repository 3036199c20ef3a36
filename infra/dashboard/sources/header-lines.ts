import type { CsvSource } from '../../../shared/config/sources.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Path } from '../folder/read-yaml.ts';

const isLine = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** Returns the header of a file. Leaves out values that the schema refuses. */
export const compileHeader = (header: unknown): Pick<CsvSource, 'header'> => {
  if (header === 'none' || isLine(header)) return { header };
  return Array.isArray(header) && header.length > 0 && header.every(isLine) ? { header } : {};
};

/** Reports a list of header lines that do not follow each other, or of one line. */
export const checkHeader = (header: unknown, path: Path): readonly DefinitionProblem[] => {
  if (!Array.isArray(header) || !header.every(isLine) || header.length === 0) return [];
  const [first = 1] = header;
  const message = `\`header\` cannot be [${header.join(', ')}]`;
  if (header.length === 1) return [{ path, message, hint: `write \`header: ${first}\`` }];
  if (header.every((line, index) => line === first + index)) return [];
  return [{ path, message, hint: 'name lines that follow each other, such as `header: [2, 3]`' }];
};
