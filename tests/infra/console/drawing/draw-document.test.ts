import { describe, expect, test } from '@jest/globals';
import { readWorldMap } from '../../../../infra/console/draw-catalogue.ts';
import { addMap } from '../../../../infra/console/drawing/chart/maps.ts';
import { drawDocument } from '../../../../infra/console/drawing/picture/draw-document.ts';
import { themes } from '../../../../infra/console/drawing/theme.ts';
import { isEmptyPicture, namesOf, type Picture } from '../../../../schemas/common/charts/picture.ts';
import { feedTables } from '../../../support/rejects/feed.ts';
import { eachShape, type ShapeFolder } from '../../../support/tables/shape-folders.ts';

addMap('world', await readWorldMap());

/** A size at which no name of a sample has to be cut. */
const LARGE = { width: 720, height: 480 };

/** Matches invalid numbers in attributes. Texts may contain such words. */
const BROKEN = /="[^"]*\b(?:NaN|undefined|Infinity)\b/;

const textsOf = (svg: string): string =>
  Array.from(svg.matchAll(/<(?:text|tspan|title)[^>]*>([^<]*)/g), ([, text = '']) => text)
    .join(' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');

/** True if all words of a name are drawn; a long name is drawn in several lines. */
const isShown = (name: string, texts: string): boolean => name.split(/\s+/).every((word) => texts.includes(word));

const headersOf = ({ tables }: ShapeFolder): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tables).map(([name, text]) => [name, text.split('\n')[0] ?? '']));

const bodyWithoutRows = (folder: ShapeFolder): unknown => {
  try {
    return feedTables(folder, headersOf(folder), { options: folder.options });
  } catch (error) {
    expect(error).toMatchObject({ code: 'TABLE_ROWS' });
    return undefined;
  }
};

describe.each(eachShape)('%s', (_, folder) => {
  const { shape, preview, bodies } = folder;

  test.each([...shape.components])('the sample of %s is drawn with its names', (component) => {
    for (const body of bodies.values()) {
      const picture = preview(body, component);
      expect(drawDocument(picture)).not.toMatch(BROKEN);
      expect(isEmptyPicture(picture)).toBe(false);
      const texts = textsOf(drawDocument(picture, { size: LARGE }));
      expect(namesOf(picture).filter((name) => !isShown(name, texts))).toEqual([]);
    }
  });

  test('the picture of a sample is plain data, and is the same each time', () => {
    const component = shape.components[0] ?? '';
    const picture = preview(bodies.get(undefined), component);
    const copy: Picture = JSON.parse(JSON.stringify(picture));
    expect(drawDocument(copy, { theme: themes.light })).toBe(drawDocument(picture, { theme: themes.light }));
  });

  test('a table without rows is drawn as a picture', () => {
    const body = bodyWithoutRows(folder);
    if (body === undefined) return;
    for (const component of shape.components) expect(drawDocument(preview(body, component))).not.toMatch(BROKEN);
  });
});
