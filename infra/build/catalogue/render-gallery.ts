import type { IllustratedSource } from './shape-pictures.ts';

const COLUMNS = 3;
const WIDTH = 260;

const toCells = ({ family, shape, pictures }: IllustratedSource): readonly string[] =>
  pictures.map(({ file, components }) => {
    const folder = `${family}/${shape.name}`;
    const image = `<img src="${folder}/${file}" width="${WIDTH}" alt="${components[0]}">`;
    return `<a href="${folder}">${image}</a><br>${components.join(', ')}`;
  });

/** Returns the lines of a table of pictures, each with a link to its folder and the names of its components. */
export const renderGallery = (sources: readonly IllustratedSource[]): readonly string[] => {
  const cells = sources.flatMap(toCells);
  const columns = Math.min(cells.length, COLUMNS);
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells[row * columns + column] ?? ''),
  );
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [line(Array(columns).fill(' ')), `|${'---|'.repeat(columns)}`, ...rows.map(line), ''];
};
