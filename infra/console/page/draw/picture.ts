import { html, type TemplateResult } from 'lit-html';
import type { ChartPicture, Picture } from '../../../../schemas/common/charts/picture.ts';
import { type OwnMaps, onOwnMap } from '../../drawing/chart/maps.ts';
import type { Drawing } from '../../protocol/protocol.ts';
import { sentenceIn, words } from '../words/words.ts';
import { live } from './draw-live.ts';
import { readable } from './readable.ts';
import { scriptedChart } from './scripted-chart.ts';

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const isTiled = ({ map, option }: ChartPicture): boolean =>
  map === 'provinces' && (option.geo as readonly { readonly map: string }[])[0]?.map === map;

const notesOf = (picture: Picture): readonly string[] => {
  if (picture.kind === 'frame') return [words.frame];
  if (picture.kind === 'several') return picture.pictures.flatMap((one) => notesOf(one.picture));
  if (picture.kind !== 'chart') return [];
  const { unknownNames = [], notes = [], faults = [] } = picture;
  return [
    ...(isTiled(picture) ? [words.tiles] : []),
    ...(unknownNames.length > 0 ? [words.unknownNames(unknownNames.join(words.listComma))] : []),
    ...[...faults, ...notes].map(sentence),
  ];
};

/** Returns the drawing. A map is drawn on the map that the user has added, if there is one. */
export const onMapOf = (drawing: Drawing, ownMaps: OwnMaps): Drawing =>
  drawing.kind === 'chart' ? onOwnMap(drawing, ownMaps) : drawing;

const drawn = (picture: Picture, component: string): TemplateResult => html`
  <div class="drawing" ${live(picture, component)}></div>
  <div class="off-screen" translate="no">${readable(picture)}</div>
  ${notesOf(picture).map((note) => html`<p class="note">${sentenceIn(note)}</p>`)}
`;

/** Draws a component's picture. A map is drawn on the map that the user has added. Screen readers read `label`. */
export const picture = (given: Drawing, component: string, label: string, ownMaps: OwnMaps): TemplateResult => {
  const drawing = onMapOf(given, ownMaps);
  return html`<div class="picture" data-picture role="group" aria-label=${label}>
    ${drawing.kind === 'script' ? scriptedChart(drawing, label) : drawn(drawing, component)}
  </div>`;
};
