import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { describeValue, shownName } from '../folder/name-words.ts';
import type { HeadKey } from './head-key.ts';
import type { WallArea, WallSettings } from './wall-settings.ts';

const MIN_TURN_MS = 5000;
const MAX_TURN_MS = 600_000;
const MAX_COLUMNS = 12;
const MAX_ROWS = 8;
const EMPTY_CELL = '.';

interface Word {
  readonly slug: string;
  readonly x: number;
  readonly y: number;
  readonly offset: number;
}

type Rows = readonly (readonly Word[])[];

const readRows = (text: string): Rows => {
  const rows: Word[][] = [];
  for (const { 0: line, index } of text.matchAll(/.*\S.*/g)) {
    const y = rows.length;
    const words = Array.from(line.matchAll(/\S+/g), ({ 0: slug, index: at }, x) => ({
      slug,
      x,
      y,
      offset: index + at,
    }));
    rows.push(words);
  }
  return rows;
};

const wordsBySlug = (rows: Rows): ReadonlyMap<string, readonly Word[]> =>
  Map.groupBy(
    rows.flat().filter(({ slug }) => slug !== EMPTY_CELL),
    ({ slug }) => slug,
  );

const areaOf = (slug: string, words: readonly Word[]): WallArea => {
  const [columns, rows] = [words.map(({ x }) => x), words.map(({ y }) => y)];
  const [x, y] = [Math.min(...columns), Math.min(...rows)];
  return { slug, x, y, width: Math.max(...columns) - x + 1, height: Math.max(...rows) - y + 1 };
};

type Finding = Pick<DefinitionProblem, 'offset' | 'message' | 'hint'>;

/** Finds rows of another length than the first, and rows or columns beyond the limits. */
const sizeFindings = (rows: Rows): readonly Finding[] => {
  const [first] = rows;
  if (!first) return [{ message: 'a page without words', hint: 'write the names of endpoints, in rows' }];
  const ninth = rows[MAX_ROWS]?.[0];
  const wide = rows.flatMap((row) => row.slice(MAX_COLUMNS, MAX_COLUMNS + 1)).slice(0, 1);
  const uneven = rows.find((row) => row.length !== first.length);
  const [start] = uneven ?? [];
  return [
    ...(ninth
      ? [{ offset: ninth.offset, message: say`a page of ${rows.length} rows`, hint: `draw at most ${MAX_ROWS} rows` }]
      : []),
    ...wide.map(({ offset, y }) => ({
      offset,
      message: say`a page of ${rows[y]?.length} columns`,
      hint: `draw at most ${MAX_COLUMNS} columns`,
    })),
    ...(uneven && start
      ? [
          {
            offset: start.offset,
            message: say`a row of ${uneven.length} ${uneven.length === 1 ? 'word' : 'words'}, and the first row has ${first.length}`,
            hint: 'write as many words in each row, and a dot for an empty cell',
          },
        ]
      : []),
  ];
};

const shapeFindings = (rows: Rows): readonly Finding[] =>
  [...wordsBySlug(rows)].flatMap(([slug, words]) => {
    const { x, y, width, height } = areaOf(slug, words);
    const inside = rows.slice(y, y + height).flatMap((row) => row.slice(x, x + width));
    const foreign = inside.find((word) => word.slug !== slug);
    if (!foreign) return [];
    const message = say`the cells of ${shownName(slug)} are no rectangle: here is ${foreign.slug === EMPTY_CELL ? 'an empty cell' : shownName(foreign.slug)}`;
    return [{ offset: foreign.offset, message, hint: 'repeat a name only in the cells of one rectangle' }];
  });

const unknownFindings = (rows: Rows, slugs: readonly string[]): readonly Finding[] =>
  [...wordsBySlug(rows)].flatMap(([slug, [word]]) => {
    if (slugs.includes(slug)) return [];
    const [near] = nearestNames(slug, slugs, 1);
    const hint =
      near === undefined ? 'write the name of an endpoint, or a dot for an empty cell' : `did you mean ${near}?`;
    return [{ ...(word && { offset: word.offset }), message: say`unknown endpoint '${shownName(slug)}'`, hint }];
  });

/** Checks the pages, each of which shows an endpoint that no earlier page shows. */
const checkPages = (pages: readonly string[], slugs: readonly string[]): readonly DefinitionProblem[] => {
  const shownOn = new Map<string, number>();
  return pages.flatMap((text, index) => {
    const rows = readRows(text);
    const ofSize = sizeFindings(rows);
    const repeated = [...wordsBySlug(rows)].flatMap(([slug, [word]]) => {
      const page = shownOn.get(slug);
      if (page === undefined) shownOn.set(slug, index + 1);
      if (page === undefined || !word) return [];
      const message = say`${shownName(slug)} is on page ${page} already`;
      return [{ offset: word.offset, message, hint: 'show each endpoint on one page' }];
    });
    const ofShape = ofSize.length > 0 ? [] : shapeFindings(rows);
    const path = ['wall', 'pages', index];
    return [...ofSize, ...ofShape, ...repeated, ...unknownFindings(rows, slugs)].map((one) => ({ path, ...one }));
  });
};

const isString = (value: unknown): value is string => typeof value === 'string';

const textsIn = (pages: unknown): readonly string[] => (Array.isArray(pages) && pages.every(isString) ? pages : []);

const checkWall = (wall: unknown, { endpoints }: Fields): readonly DefinitionProblem[] => {
  const { turn, pages } = asFields(wall);
  const turnMs = parseDuration(turn);
  const isTurn = turnMs === undefined || (turnMs >= MIN_TURN_MS && turnMs <= MAX_TURN_MS);
  return [
    ...(isTurn
      ? []
      : [
          {
            path: ['wall', 'turn'],
            message: say`\`wall.turn\` cannot be ${describeValue(turn)}`,
            hint: 'write how long a page is shown, from 5s to 10m',
          },
        ]),
    ...checkPages(textsIn(pages), Object.keys(asFields(endpoints))),
  ];
};

const compileWall = (wall: unknown): WallSettings => {
  const { title, turn, pages } = asFields(wall);
  const turnMs = parseDuration(turn);
  return {
    ...(isString(title) && { title }),
    ...(turnMs !== undefined && { turnMs }),
    pages: textsIn(pages).map((text) => {
      const rows = readRows(text);
      const areas = Array.from(wordsBySlug(rows), ([slug, words]) => areaOf(slug, words));
      return { columns: rows[0]?.length ?? 0, rows: rows.length, areas };
    }),
  };
};

export const wall: HeadKey = {
  group: 'The wall',
  schema: {
    title: "How the console's page /wall shows the dashboard; responses do not change",
    description: 'a map of `title`, `turn` or `pages`, such as `{ title: Operations, turn: 30s }`',
    examples: [{ title: 'Operations', turn: '30s' }],
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      title: {
        title: "The title in the head of the wall, in place of the dashboard's name",
        description: 'a text, such as Operations',
        examples: ['Operations'],
        $ref: '#/$defs/title',
      },
      turn: {
        title: 'How long each page is shown',
        description: 'a duration from 5s to 10m, such as 30s',
        examples: ['30s'],
        default: '20s',
        $ref: '#/$defs/duration',
      },
      pages: {
        title: 'Pages drawn with words: an endpoint covers a rectangle of cells, and a dot leaves a cell empty',
        description: 'a list of pages, each a text of rows of endpoint names',
        examples: [['orders china china']],
        type: 'array',
        minItems: 1,
        items: { description: 'rows of endpoint names, below `|`', type: 'string' },
      },
    },
  },
  without: 'pages made from the endpoints',
  check: checkWall,
  compile: (wall) => ({ wall: compileWall(wall) }),
};
