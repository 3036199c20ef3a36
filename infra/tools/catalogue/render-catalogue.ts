import { type CatalogueEntry, loadCatalogue } from '../../build/load-catalogue.ts';
import { describeShape } from './describe-shape.ts';

const INTRODUCTION = `# The catalogue

Every component that Wallfeed feeds: its columns in order, its options, the fields of its body with their limits, and a
sample of both. Written by \`npm run catalogue\` from the folders beside it; a test holds it against them.

Column names are free, their order and number are not. A number may be written \`1234.5\`, \`1,234.5\` or \`12.5%\`. A time is
13-digit milliseconds, ISO 8601, or \`yyyy-MM-dd HH:mm:ss\` in the dashboard's timezone. A component is also fed by a JSON
document that already is its body.
`;

const indexLine = (family: string, entries: readonly CatalogueEntry[]): string => {
  const links = entries.flatMap(({ shape }) => shape.components.map((name) => `[${name}](#${shape.name})`));
  return `- **${family}**: ${links.join(', ')}`;
};

/** The text of schemas/README.md. */
export const renderCatalogue = async (): Promise<string> => {
  const families = Map.groupBy(await loadCatalogue(), ({ family }) => family);
  const index = Array.from(families, ([family, entries]) => indexLine(family, entries));
  const sections = Array.from(families, ([family, entries]) => [`## ${family}`, '', ...entries.flatMap(describeShape)]);
  return `${[INTRODUCTION, ...index, '', ...sections.flat()].join('\n').trimEnd()}\n`;
};
