import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { keyed } from 'lit-html/directives/keyed.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { styleMap } from 'lit-html/directives/style-map.js';
import { unsafeHTML } from 'lit-html/directives/unsafe-html.js';
import type { Picture } from '../../../../schemas/common/charts/picture.ts';
import { svgElement } from '../../drawing/text.ts';
import type { Box } from '../../drawing/theme.ts';
import { drawWallHead } from '../../drawing/wall/draw-wall-head.ts';
import { type DrawnTile, drawWallTile } from '../../drawing/wall/draw-wall-tile.ts';
import { type PlacedItem, scaleOf } from '../../drawing/wall/lay-out-wall.ts';
import { wallThemes } from '../../drawing/wall/wall-style.ts';
import type { EndpointInfo, ScriptedChart } from '../../protocol/protocol.ts';
import { readable } from '../draw/readable.ts';
import { scriptedChart } from '../draw/scripted-chart.ts';
import type { Actions } from '../state/actions.ts';
import { base } from '../state/base.ts';
import { type State, statusOf } from '../state/state.ts';
import { pageIndex, pagesOf } from '../state/wall.ts';
import { languageButton, nameOf, words } from '../words/words.ts';
import { printWall, savePicture } from './share-wall.ts';
import { describeHead, describeTile } from './wall-texts.ts';

interface Kept {
  readonly key: string;
  readonly drawn: DrawnTile;
  readonly picture: Picture | undefined;
}

const kept = new Map<string, Kept>();

const identities = new WeakMap<object, number>();
let lastIdentity = 0;

const identityOf = (object: object | undefined): number => {
  if (!object) return 0;
  const known = identities.get(object);
  if (known !== undefined) return known;
  lastIdentity += 1;
  identities.set(object, lastIdentity);
  return lastIdentity;
};

/** Unless nothing has changed since the tile was drawn last. */
const drawTile = (endpoint: EndpointInfo, { width, height }: Box, tiles: number, state: State): Kept => {
  const { slug } = endpoint;
  const { settings, wall, ownMaps } = state;
  const tile = describeTile(endpoint, state);
  const { picture, ...texts } = tile;
  const drawing = state.results.get(slug)?.drawing;
  const key = JSON.stringify([
    texts,
    identityOf(picture && drawing),
    identityOf(ownMaps),
    width,
    height,
    settings.theme,
    wall.turn,
    tiles,
  ]);
  const before = kept.get(slug);
  if (before?.key === key) return before;
  const theme = wallThemes[settings.theme];
  const { unit } = scaleOf(wall.size);
  const drawn = drawWallTile(
    tile,
    { width, height },
    { theme, unit, turn: wall.turn, tiles, moreColumns: words.moreColumns },
  );
  const now = { key, drawn, picture };
  kept.set(slug, now);
  return now;
};

const placeAt = ({ x, y, width, height }: Box) =>
  styleMap({ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });

const scriptOf = (endpoint: EndpointInfo, state: State): ScriptedChart | undefined => {
  const drawing = state.results.get(endpoint.slug)?.drawing;
  return drawing?.kind === 'script' ? drawing : undefined;
};

const panel = (endpoint: EndpointInfo, box: Box, tiles: number, state: State): TemplateResult => {
  const { slug, component } = endpoint;
  const { key, drawn, picture } = drawTile(endpoint, box, tiles, state);
  const { svg, room } = drawn;
  const script = scriptOf(endpoint, state);
  return html`<article
    class="panel"
    data-endpoint=${slug}
    data-status=${statusOf(endpoint, state.results)}
    aria-label="${nameOf(component)}, ${slug}"
    style=${placeAt(box)}
  >
    ${unsafeHTML(svg)}
    <div class="off-screen" translate="no">${guard([key], () => (picture ? readable(picture) : nothing))}</div>
    ${script ? html`<div class="framed-script" style=${placeAt(room)}>${scriptedChart(script, `${component}, ${slug}`)}</div>` : nothing}
  </article>`;
};

const bar = (state: State, { movePage, pause, fullScreen, changeTheme }: Actions): TemplateResult => html`<div
  class="wall-bar"
  role="toolbar"
  aria-label=${words.wallControls}
  ?data-shown=${state.wall.hasBar}
>
  <button @click=${() => movePage(-1)}>${words.previousPage}</button>
  <button @click=${pause} aria-pressed=${state.wall.isPaused}>${state.wall.isPaused ? words.resume : words.pause}</button>
  <button @click=${() => movePage(1)}>${words.nextPage}</button>
  <button @click=${fullScreen}>${words.fullScreen}</button>
  <button @click=${changeTheme}>${state.settings.theme === 'dark' ? words.lightTheme : words.darkTheme}</button>
  <button @click=${() => void savePicture(state)}>${words.savePicture}</button>
  <button @click=${() => printWall(state)}>${words.print}</button>
  ${languageButton()}
</div>`;

export const wallView = (state: State, actions: Actions): TemplateResult => {
  const scale = scaleOf(state.wall.size);
  const { settings, info } = state;
  const pages = pagesOf(state);
  const index = pageIndex(state, pages.length);
  const page = pages[index] ?? [];
  const endpoints = new Map(info?.endpoints.map((endpoint) => [endpoint.slug, endpoint]));
  const theme = wallThemes[settings.theme];
  const headSize = { width: scale.width, height: scale.headHeight };
  const head = describeHead(state, index + 1, pages.length);
  const place = ({ slug, box }: PlacedItem) => {
    const endpoint = endpoints.get(slug);
    return endpoint ? panel(endpoint, box, page.length, state) : nothing;
  };
  return html`<div
    class="wall"
    data-pages=${pages.length}
    data-page=${index + 1}
    data-theme=${settings.theme}
    style=${styleMap({ background: theme.page, '--unit': `${scale.unit}px` })}
  >
    <h1 class="off-screen" translate="no">${head.title}</h1>
    ${unsafeHTML(svgElement(headSize, headSize, 'class="drawn" aria-hidden="true"', drawWallHead(head, scale, theme)))}
    ${keyed(index, html`<div class="wall-page">${repeat(page, ({ slug }) => slug, place)}</div>`)}
    ${state.isConnected ? nothing : html`<p class="wall-lost" role="alert">${base === '' ? words.connectionLost : words.figuresKept}</p>`}
    ${bar(state, actions)}
  </div>`;
};
