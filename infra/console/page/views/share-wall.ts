import { html, nothing, render } from 'lit-html';
import { unsafeHTML } from 'lit-html/directives/unsafe-html.js';
import { svgElement } from '../../drawing/text.ts';
import type { Size, ThemeName } from '../../drawing/theme.ts';
import { drawWallHead } from '../../drawing/wall/draw-wall-head.ts';
import { drawWallTile } from '../../drawing/wall/draw-wall-tile.ts';
import { scaleOf } from '../../drawing/wall/lay-out-wall.ts';
import { wallThemes } from '../../drawing/wall/wall-style.ts';
import type { State } from '../state/state.ts';
import { pageIndex, pagesOf } from '../state/wall.ts';
import { words } from '../words/words.ts';
import { describeHead, describeTile } from './wall-texts.ts';

interface DrawnPage {
  readonly svg: string;
  readonly turns: number;
}

/**
 * Draws a page of the wall as one SVG document. Scripted charts run in frames of their own, so only a note is drawn.
 * @param turn the turn to draw; by default, the one that the wall shows. Tiles that have fewer turns are then left out.
 */
const drawPage = (given: State, index: number, size: Size, themeName: ThemeName, turn?: number): DrawnPage => {
  const state = { ...given, wall: { ...given.wall, size } };
  const theme = wallThemes[themeName];
  const scale = scaleOf(size);
  const pages = pagesOf(state);
  const endpoints = new Map(state.info?.endpoints.map((endpoint) => [endpoint.slug, endpoint]));
  const page = pages[index] ?? [];
  const { unit } = scale;
  const { moreColumns } = words;
  const style = { theme, unit, turn: turn ?? state.wall.turn, tiles: page.length, moreColumns };
  let most = 1;
  const tiles = page.map(({ slug, box }) => {
    const endpoint = endpoints.get(slug);
    if (!endpoint) return '';
    const tile = describeTile(endpoint, state);
    const isScript = state.results.get(slug)?.drawing?.kind === 'script' && tile.sentences.length === 0;
    const { svg, turns } = drawWallTile(
      { ...tile, ...(isScript && { sentences: [words.scriptNotDrawn] }) },
      box,
      style,
    );
    most = Math.max(most, turns);
    if (turn !== undefined && turn >= turns) return '';
    return `<g transform="translate(${box.x} ${box.y})">${svg}</g>`;
  });
  const ground = `<rect width="${size.width}" height="${size.height}" fill="${theme.page}"/>`;
  const head = drawWallHead(describeHead(state, index + 1, pages.length), scale, theme);
  return { svg: svgElement(size, size, 'role="img"', [ground, head, ...tiles].join('')), turns: most };
};

const PICTURE_SCALE = 2;

const loadImage = async (svg: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
};

export const savePicture = async (state: State): Promise<void> => {
  const { wall, settings, info } = state;
  const { width, height } = wall.size;
  const index = pageIndex(state, pagesOf(state).length);
  const image = await loadImage(drawPage(state, index, wall.size, settings.theme).svg);
  const canvas = document.createElement('canvas');
  canvas.width = width * PICTURE_SCALE;
  canvas.height = height * PICTURE_SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${info?.name ?? 'wall'}-${index + 1}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
};

/** A4 in landscape, at 150 dots per inch. */
const SHEET: Size = { width: 1754, height: 1240 };

const sheetsElement = (): HTMLElement => document.querySelector('#sheets') as HTMLElement;

/** For one page. A list of thousands of rows is data to export, and nothing to print. */
const MAX_SHEETS = 50;

const sheetsOf = (state: State, index: number): readonly string[] => {
  const first = drawPage(state, index, SHEET, 'light', 0);
  const others = Array.from({ length: Math.min(first.turns, MAX_SHEETS) - 1 }, (_, turn) =>
    drawPage(state, index, SHEET, 'light', turn + 1),
  );
  return [first, ...others].map(({ svg }) => svg);
};

/** Does nothing if the sheets exist already. */
export const drawSheets = (state: State): void => {
  const element = sheetsElement();
  if (element.childElementCount > 0) return;
  const pages = pagesOf({ ...state, wall: { ...state.wall, size: SHEET } });
  const sheets = pages.flatMap((_, index) => sheetsOf(state, index));
  render(html`${sheets.map((sheet) => html`<div class="sheet">${unsafeHTML(sheet)}</div>`)}`, element);
};

export const clearSheets = (): void => {
  render(nothing, sheetsElement());
};

/** Prints the wall. The sheets are drawn first, because a page with an open print dialog may create no HTML. */
export const printWall = (state: State): void => {
  drawSheets(state);
  print();
};
