import { join } from 'node:path';
import { bodyFields } from './body-fields.ts';
import { code, markdownTable } from './markdown.ts';
import type { ShapeSource } from './shape-source.ts';

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=\.) (?=[A-Z`])/);

/** Describes the fields of a shape's body, with their limits and the notes of its schema. */
export const describeBody = ({ folder, description }: ShapeSource): readonly string[] => {
  const rows = bodyFields(join(folder, 'schema.json')).map(({ path, type, limits, required }) => [
    code(path),
    type,
    path.endsWith(']') || required ? '' : 'optional',
    limits,
  ]);
  const fields = rows.length > 0 ? markdownTable(['field', 'type', ' ', 'limits'], rows) : [];
  const notes = description ? [...sentencesOf(description).map((sentence) => `- ${sentence}`), ''] : [];
  return fields.length + notes.length > 0 ? ['## Body', '', ...fields, ...notes] : [];
};
