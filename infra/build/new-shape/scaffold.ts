import type { ShapeName } from './shape-name.ts';

const shapeSource = ({ name }: ShapeName): string => `import { defineShape } from '../../../shared/catalogue/shape.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: '',
  name: '${name}',
  components: [],
  tables: { table: table({}) },
  fold: () => ({}),
});
`;

const PREVIEW = `import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<unknown> = () => ({ kind: 'tiles', tiles: [] });
`;

const SCHEMA = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": ""
}
`;

const readme = ({ name }: ShapeName): string => `# ${name}

\`npm run catalogue\` writes this file from the files of this folder.
`;

/** Returns the files of a new shape's folder, all empty. The tests in tests/schemas say what to write in each. */
export const scaffoldShape = (shape: ShapeName): Readonly<Record<string, string>> => ({
  'shape.ts': shapeSource(shape),
  'preview.ts': PREVIEW,
  'schema.json': SCHEMA,
  'sample.json': '{}\n',
  'sample.csv': '',
  'README.md': readme(shape),
  'rejects.json': '[{ "base": { "body": "sample.json" }, "rejects": [] }]\n',
});

/** Returns the handler of a family that has no shape yet. */
export const scaffoldHandler = ({ family }: ShapeName): string => `import { validators } from '#validators/${family}';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({ shapes: [], validators });
`;

/** Returns the file of valid tables for the property tests, for a family that has no shape yet. */
export const scaffoldValidTables = (): string => `import type fc from 'fast-check';
import type { Cells } from './csv-cells.ts';

/** Tables that each shape must accept, by shape. */
export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {};
`;
