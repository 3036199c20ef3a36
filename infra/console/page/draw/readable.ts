import { html, nothing, type TemplateResult } from 'lit-html';
import type { Picture, PictureCell } from '../../../../schemas/common/charts/picture.ts';

const textOf = (cell: PictureCell): string => {
  if (typeof cell === 'string') return cell;
  if ('line' in cell) return cell.line.join(', ');
  return 'stars' in cell ? String(cell.stars) : cell.text;
};

type Readers = {
  readonly [Kind in Picture['kind']]: (picture: Extract<Picture, { readonly kind: Kind }>) => TemplateResult;
};

const READERS: Readers = {
  chart: ({ names }) => html`<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`,
  tiles: ({ tiles }) => html`<dl>
    ${tiles.map(({ name, value, unit = '' }) => html`<div><dt>${name}</dt><dd>${value} ${unit}</dd></div>`)}
  </dl>`,
  table: ({ header, rows }) => html`<table>
    <thead><tr>${header.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${textOf(cell)}</td>`)}</tr>`)}</tbody>
  </table>`,
  frame: ({ url }) => html`<p>${url}</p>`,
  several: ({ pictures }) =>
    html`${pictures.map(
      ({ title, picture }) => html`<section>${title ? html`<h3>${title}</h3>` : nothing}${readable(picture)}</section>`,
    )}`,
};

/** Writes what a picture shows as HTML, which screen readers read in place of the drawing. */
export const readable = (picture: Picture): TemplateResult =>
  (READERS[picture.kind] as (given: Picture) => TemplateResult)(picture);
