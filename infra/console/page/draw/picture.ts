import { html, nothing, svg, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { styleMap } from 'lit-html/directives/style-map.js';
import type {
  ChartPicture,
  FramePicture,
  Picture,
  PictureCell,
  SeveralPictures,
  TablePicture,
  TilesPicture,
} from '../../../../schemas/common/charts/picture.ts';
import { type OwnMaps, onOwnMap } from '../../drawing/maps.ts';
import type { Drawing, ScriptedChart } from '../../protocol/protocol.ts';
import { base } from '../state/base.ts';
import { sentenceIn, words } from '../words/words.ts';
import { chart } from './chart.ts';

interface Framed {
  readonly message: object;
  /** The message as text. The message is sent again only if this text changed. */
  readonly text: string;
  isReady: boolean;
}

const frames = new Map<HTMLIFrameElement, Framed>();

/**
 * Sends a message to the frame. The target origin is `*`, because a sandboxed frame has no origin; only this frame
 * receives the message.
 */
const send = (frame: HTMLIFrameElement, { message, isReady }: Framed): void => {
  if (isReady) frame.contentWindow?.postMessage(message, '*');
};

const dropDetached = (): void => {
  for (const frame of frames.keys()) if (!frame.isConnected) frames.delete(frame);
};

window.addEventListener('message', ({ source, data }) => {
  const [frame, framed] = [...frames].find(([{ contentWindow }]) => contentWindow === source) ?? [];
  if (!frame || !framed || data !== 'ready') return;
  framed.isReady = true;
  send(frame, framed);
});

const show = (frame: HTMLIFrameElement, { script, body, names, component }: ScriptedChart): void => {
  const label = names.join(', ');
  const message = { script, dataset: body, label, handsOutChart: component !== 'Scripted Chart B' };
  const text = JSON.stringify(message);
  const before = frames.get(frame);
  if (before?.text === text) return;
  dropDetached();
  const framed = { message, text, isReady: before?.isReady ?? false };
  frames.set(frame, framed);
  send(frame, framed);
};

/**
 * Draws a scripted chart in a frame without an origin and without network access, because anybody may have written the
 * script.
 */
export const scriptedChart = (drawing: ScriptedChart, label: string): TemplateResult =>
  html`<iframe
    class="script"
    sandbox="allow-scripts"
    title=${label}
    aria-label=${drawing.names.join(', ')}
    src="${base}/frame.html"
    ${ref((element) => {
      if (element) show(element as HTMLIFrameElement, drawing);
    })}
  ></iframe>`;

const WIDTH = 90;
const HEIGHT = 22;
const MARGIN = 2;

const pointsOf = (values: readonly number[]): string => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = high - low || 1;
  const step = (WIDTH - 2 * MARGIN) / Math.max(values.length - 1, 1);
  return values
    .map((value, index) => {
      const y = HEIGHT - MARGIN - ((value - low) / range) * (HEIGHT - 2 * MARGIN);
      return `${(MARGIN + index * step).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
};

/** Draws numbers as a small line. */
const sparkline = (values: readonly number[]): TemplateResult => html`<svg
  class="sparkline"
  viewBox="0 0 ${WIDTH} ${HEIGHT}"
  role="img"
  aria-label=${values.join(', ')}
>
  ${svg`<polyline points=${pointsOf(values)} />`}
</svg>`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** True if the provinces are drawn as tiles. */
const isTiled = ({ map, option }: ChartPicture): boolean =>
  map === 'provinces' && (option.geo as readonly { readonly map: string }[])[0]?.map === map;

const notesOf = (picture: ChartPicture): readonly string[] => {
  const { unknownNames = [], notes = [], faults = [] } = picture;
  return [
    ...(isTiled(picture) ? [words.tiles] : []),
    ...(unknownNames.length > 0 ? [words.unknownNames(unknownNames.join(words.listComma))] : []),
    ...[...faults, ...notes].map(sentence),
  ];
};

const chartPicture = (picture: ChartPicture): TemplateResult => html`
  <div class="chart" translate="no" role="img" aria-label=${picture.names.join(', ')} ${chart(picture)}></div>
  ${notesOf(picture).map((note) => html`<p class="note">${sentenceIn(note)}</p>`)}
`;

const tiles = ({ tiles: all }: TilesPicture): TemplateResult => html`<dl class="figures" translate="no">
  ${all.map(
    ({ name, value, unit, color }) => html`<div style=${styleMap(color ? { 'border-color': color } : {})}>
      <dt>${name}</dt>
      <dd>${value}${unit ? html`<small>${unit}</small>` : nothing}</dd>
    </div>`,
  )}
</dl>`;

const cell = (content: PictureCell) => {
  if (typeof content === 'string') return content;
  if ('line' in content) return content.line.length > 0 ? sparkline(content.line) : nothing;
  if ('stars' in content) return stars(content.stars);
  return html`<i class="dot" style=${styleMap({ background: content.color })}></i>${content.text}`;
};

const STARS = 5;

/** Draws five stars, some of which are filled. */
const stars = (count: number): TemplateResult => html`<span class="stars" role="img" aria-label="${count}"
  >${'☆'.repeat(STARS)}<span style=${styleMap({ width: `${(100 * Math.min(Math.max(count, 0), STARS)) / STARS}%` })}
    >${'★'.repeat(STARS)}</span
  ></span
>`;

const table = ({ header, align, rows }: TablePicture): TemplateResult => {
  const alignment = (column: number): string => align[column] ?? 'left';
  return html`<div class="scroll" translate="no" tabindex="0">
    <table class="rows">
      <thead><tr>${header.map((name, column) => html`<th scope="col" class=${alignment(column)}>${name}</th>`)}</tr></thead>
      <tbody>
        ${rows.map((row) => html`<tr>${row.map((one, column) => html`<td class=${alignment(column)}>${cell(one)}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
};

const frame = ({ url }: FramePicture): TemplateResult =>
  html`<div class="framed"><p>${words.frame}</p><code>${url}</code></div>`;

const several = ({ direction, pictures }: SeveralPictures): TemplateResult => html`<div class="several ${direction}">
  ${pictures.map(
    ({ title, picture: inner, weight = 1 }) =>
      html`<section style=${styleMap({ 'flex-grow': String(weight) })}>${title ? html`<h3 translate="no">${title}</h3>` : nothing}${draw(inner)}</section>`,
  )}
</div>`;

const draw = (picture: Picture): TemplateResult => {
  switch (picture.kind) {
    case 'chart':
      return chartPicture(picture);
    case 'tiles':
      return tiles(picture);
    case 'table':
      return table(picture);
    case 'frame':
      return frame(picture);
    case 'several':
      return several(picture);
  }
};

/** Returns the drawing. A map is drawn on the map that the user has added, if there is one. */
export const onMapOf = (drawing: Drawing, ownMaps: OwnMaps): Drawing =>
  drawing.kind === 'chart' ? onOwnMap(drawing, ownMaps) : drawing;

/** Draws a picture. A map is drawn on the map that the user has added. Screen readers read `label`. */
export const picture = (given: Drawing, label: string, ownMaps: OwnMaps): TemplateResult => {
  const drawing = onMapOf(given, ownMaps);
  return html`<div class="picture" data-picture role="group" aria-label=${label}>
    ${drawing.kind === 'script' ? scriptedChart(drawing, label) : draw(drawing)}
  </div>`;
};
