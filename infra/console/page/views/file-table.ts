import { html, nothing, type TemplateResult } from 'lit-html';
import type { CellView, FileTable, RowView } from '../../protocol.ts';
import { words } from '../words/words.ts';

const cell = ({ text, faulty }: CellView): TemplateResult =>
  faulty
    ? html`<td class="faulty"><mark title=${text === '' ? words.blank : nothing}>${text}</mark></td>`
    : html`<td>${text}</td>`;

const row = ({ line, cells, faulty }: RowView): TemplateResult =>
  html`<tr class=${faulty ? 'faulty' : ''}><th scope="row">${line}</th>${cells.map(cell)}</tr>`;

/** Draws the part of a file around its faulty cells. */
export const fileTable = ({ file, header, rows }: FileTable): TemplateResult => html`<figure class="file">
  <figcaption>${file}</figcaption>
  <div class="scroll" tabindex="0" role="region" aria-label=${file}>
    <table>
      <thead><tr><th scope="col">#</th>${header.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${rows.map(row)}</tbody>
    </table>
  </div>
</figure>`;
