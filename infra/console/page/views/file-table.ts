import { html, nothing, type TemplateResult } from 'lit-html';
import type { CellView, FileTable, RowView } from '../../protocol.ts';
import { words } from '../words/words.ts';
import { showMark } from './show-mark.ts';

const cell = ({ text, faulty }: CellView): TemplateResult =>
  faulty
    ? html`<td class="faulty"><mark title=${text === '' ? words.blank : nothing}>${text}</mark></td>`
    : html`<td>${text}</td>`;

const row = ({ line, cells, faulty }: RowView, index: number): TemplateResult => {
  const hasFaultyCell = cells.some((one) => one.faulty);
  return html`<tr class="${index === 0 ? 'header' : ''} ${faulty ? 'faulty' : ''}">
    <th scope="row">${faulty && !hasFaultyCell ? html`<mark>${line}</mark>` : line}</th>
    ${cells.map(cell)}
  </tr>`;
};

/** Draws the part of a file around its faulty cells. The first row is the header. */
export const fileTable = ({ file, rows, firstColumn }: FileTable): TemplateResult => {
  const count = Math.max(...rows.map(({ cells }) => cells.length));
  return html`<figure class="file">
    <figcaption>${file}</figcaption>
    <div class="scroll" tabindex="0" role="region" aria-label=${file} ${showMark()}>
      <table>
        <thead>
          <tr><th scope="col">#</th>${Array.from({ length: count }, (_, at) => html`<th scope="col">${firstColumn + at}</th>`)}</tr>
        </thead>
        <tbody>${rows.map(row)}</tbody>
      </table>
    </div>
  </figure>`;
};
