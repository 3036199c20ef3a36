import { isEmptyPicture } from '../../../schemas/common/charts/picture.ts';
import type { ShapeFolder } from '../tables/shape-folders.ts';
import { weakenSchema } from './weaken-schema.ts';

type Part = readonly [isEmpty: (folder: ShapeFolder) => boolean, advice: string];

const isEmptyBody = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);

const isDrawn = ({ preview, bodies, shape }: ShapeFolder): boolean =>
  !isEmptyPicture(preview(bodies.get(undefined), shape.components[0] ?? ''));

const hasColumns = (table: ShapeFolder['shape']['tables'][string]): boolean =>
  table.kind !== 'fixed' || Object.keys(table.columns).length > 0;

const PARTS: readonly Part[] = [
  [
    ({ shape }) => shape.components.length === 0,
    'shape.ts: list its components, by the names that the front end shows',
  ],
  [({ shape }) => !Object.values(shape.tables).every(hasColumns), 'shape.ts: declare the columns of its table'],
  [
    ({ schema }) => schema.title === '',
    'schema.json: give it a title, a sentence for the person who places the component',
  ],
  [
    ({ schema }) => schema.type === undefined && [...weakenSchema(schema)].length === 0,
    'schema.json: describe the body, so that an invalid one is refused',
  ],
  [
    ({ tables }) => Object.values(tables).some((csv) => csv.trim() === ''),
    'sample.csv: write a header and believable rows; one file for each table',
  ],
  [
    ({ bodies }) => [...bodies.values()].some(isEmptyBody),
    'sample.json: write the body that the rows of sample.csv are folded into',
  ],
  [
    (folder) => !isDrawn(folder),
    'preview.ts: turn the body into a picture, with the functions of schemas/common/charts',
  ],
  [
    ({ rejects }) => rejects.length === 0,
    'rejects.json: write near misses: a title, a change to the base, and how it must be refused',
  ],
];

export const partsToFill = (folder: ShapeFolder): readonly string[] =>
  PARTS.filter(([isEmpty]) => isEmpty(folder)).map(([, advice]) => advice);

/** Fails before another test fails because of the empty part. */
export const requireFilled = (folder: ShapeFolder): void => {
  const [part] = partsToFill(folder);
  if (part !== undefined) throw new Error(`Fill in the folder first. ${part}`);
};
