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

const SCHEMA = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": ""
}
`;

/** The files of a shape's folder, empty: the tests of schemas say of each what belongs there. */
export const scaffoldShape = (shape: ShapeName): Readonly<Record<string, string>> => ({
  'shape.ts': shapeSource(shape),
  'schema.json': SCHEMA,
  'sample.json': '{}\n',
  'sample.csv': '',
  'rejects.json': '[]\n',
});

/** The function of a family that has no shape yet. */
export const scaffoldHandler = ({ family }: ShapeName): string => `import { validators } from '#validators/${family}';
import { createHandler } from '../../shared/handler/create-handler.ts';

export const handler = createHandler({ shapes: [], validators });
`;

/** The valid tables of a family that has no shape yet, for the property tests. */
export const scaffoldValidTables = (): string => `import type fc from 'fast-check';
import type { Cells } from '../csv-cells.ts';

/** Tables that each shape must accept, whatever they hold. */
export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {};
`;
