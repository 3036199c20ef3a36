import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readWorldMap } from '../../../../infra/console/draw-catalogue.ts';
import { addMap } from '../../../../infra/console/drawing/chart/maps.ts';
import { drawPicture } from '../../../../infra/console/drawing/picture/draw-picture.ts';
import { type Drawn, pictureStyles } from '../../../../infra/console/drawing/picture-style.ts';
import { themes } from '../../../../infra/console/drawing/theme.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import type { Picture } from '../../../../schemas/common/charts/picture.ts';
import { plainTable, tiles } from '../../../../schemas/common/charts/tables.ts';
import { eachShape } from '../../../support/tables/shape-folders.ts';

addMap('world', await readWorldMap());

const CONSOLE = join(projectRoot, 'infra', 'console');

const readSources = async (): Promise<string> => {
  const entries = await readdir(CONSOLE, { recursive: true });
  const paths = entries.filter((path) => path.endsWith('.ts') && !path.endsWith('picture-style.ts'));
  return (await Promise.all(paths.map((path) => readFile(join(CONSOLE, path), 'utf8')))).join('\n');
};

const sources = await readSources();
const readme = await readFile(join(CONSOLE, 'README.md'), 'utf8');
const samples = eachShape.flatMap(([, { shape, preview, bodies }]) =>
  shape.components.flatMap((component) => [...bodies.values()].map((body) => ({ component, body, preview }))),
);
const pictures = samples.map(({ component, body, preview }) => ({ component, picture: preview(body, component) }));

const BOX = { x: 0, y: 0, width: 340, height: 220 };
const setting = {
  theme: themes.dark,
  component: '',
  prefix: '',
  turn: 0,
  unit: 1,
  tiles: 1,
  moreColumns: (count: number) => `${count} more`,
};

describe.each(Object.entries(pictureStyles))('the style %s', (name, rules) => {
  const drawIn = (picture: Picture, turn = 0): Drawn => drawPicture(picture, BOX, { ...rules, ...setting, turn });

  test('a style of pictures is used, and described in a document', () => {
    const steps = [
      ...(readme.includes(`\n| \`${name}\` | `)
        ? []
        : [`add a row "| \`${name}\` | where it is used |" to "Styles of a picture" in infra/console/README.md`]),
      ...(sources.includes(`pictureStyles.${name}`)
        ? []
        : [
            `draw in the style: no file of infra/console calls drawPicture(picture, box, { ...pictureStyles.${name}, … })`,
          ]),
    ];
    expect(steps).toEqual([]);
  });

  test('every sample of the catalogue is drawn in a style, with numbers in all attributes', () => {
    const broken = pictures.filter(({ picture }) => /="[^"]*\b(?:NaN|undefined|Infinity)\b/.test(drawIn(picture).svg));
    expect(broken.map(({ component }) => component)).toEqual([]);
  });

  test('a list of figures or rows is drawn whole: at several turns, or in a drawing that grows', () => {
    const names = Array.from({ length: 60 }, (_, index) => `n${index}.`);
    for (const picture of [
      tiles(names.map((one) => ({ name: one, value: 12 }))),
      plainTable(
        names.map((one) => [one]),
        ['left'],
      ),
    ]) {
      const { turns, end } = drawIn(picture);
      const svgs = Array.from({ length: turns }, (_, turn) => drawIn(picture, turn).svg).join('');
      expect(names.filter((one) => !svgs.includes(`>${one}<`))).toEqual([]);
      expect(turns > 1).toBe(rules.rest === 'turns');
      expect(end.height > BOX.height).toBe(rules.rest === 'scrolls');
    }
  });
});
