import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import type { Detail } from '../../../../shared/errors/wallfeed-error.ts';
import type { CellView, ExcerptLine, FileExcerpt, FileTable, ProblemView, RowView } from '../../protocol/protocol.ts';
import { sentenceIn, words } from '../words/words.ts';

/** Does nothing if the mark is visible. The page itself does not scroll. */
const scrollToMark = (box: Element | undefined): void => {
  queueMicrotask(() => {
    const mark = box?.querySelector('mark');
    if (!box || !mark) return;
    const [outer, inner] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
    if (inner.right > outer.right) box.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  });
};

const showMark = () => ref(scrollToMark);

const part = ({ text, faulty }: CellView) =>
  faulty ? html`<mark title=${text === '' ? words.blank : nothing}>${text}</mark>` : text;

const row = ({ line, parts }: ExcerptLine): TemplateResult =>
  html`<tr><th scope="row">${line}</th><td>${parts.map(part)}</td></tr>`;

const placesOf = ({ lines }: FileExcerpt): string =>
  lines
    .filter(({ parts }) => parts.some(({ faulty }) => faulty))
    .map(({ line }) => words.line(line))
    .join(words.listComma);

const fileExcerpt = (excerpt: FileExcerpt): TemplateResult => html`<figure class="file excerpt">
  <figcaption translate="no">${excerpt.file}${words.colon}${placesOf(excerpt)}</figcaption>
  <div class="scroll" translate="no" tabindex="0" role="region" aria-label=${excerpt.file} ${showMark()}>
    <table><tbody>${excerpt.lines.map(row)}</tbody></table>
  </div>
</figure>`;

/** Returns the place of a faulty value, such as `line 3, column 2 (value)`. */
export const placeOf = ({ table, line, row, column, columnName, path }: Detail): string =>
  [
    table,
    line === undefined ? undefined : words.line(line),
    row === undefined ? undefined : words.row(row),
    column === undefined ? undefined : words.column(column, columnName),
    path,
  ]
    .filter(Boolean)
    .join(words.comma);

const detailItem = (detail: Detail): TemplateResult => {
  const place = placeOf(detail);
  return html`<li>
    ${place ? html`<span class="place" translate="no">${place}</span> ` : nothing}${sentenceIn(detail.message)}
    ${detail.hint ? html`<span class="hint">${sentenceIn(detail.hint)}</span>` : nothing}
  </li>`;
};

/** Draws a problem: its sentence, each place with its hint, and the parts of files around the faulty cells. */
export const problemView = ({
  error,
  sentence,
  details,
  tables,
  excerpts = [],
}: ProblemView): TemplateResult => html`<div class="problem">
  <p class="sentence">${error ? html`<code>${error}</code> ` : nothing}${sentenceIn(sentence)}</p>
  ${details.length > 0 ? html`<ul class="places">${details.map(detailItem)}</ul>` : nothing}
  ${tables.map(fileTable)} ${excerpts.map(fileExcerpt)}
</div>`;

const cell = ({ text, faulty }: CellView): TemplateResult =>
  faulty
    ? html`<td class="faulty"><mark title=${text === '' ? words.blank : nothing}>${text}</mark></td>`
    : html`<td>${text}</td>`;

const tableRow = ({ line, cells, faulty }: RowView, index: number): TemplateResult => {
  const hasFaultyCell = cells.some((one) => one.faulty);
  return html`<tr class="${index === 0 ? 'header' : ''} ${faulty ? 'faulty' : ''}">
    <th scope="row">${faulty && !hasFaultyCell ? html`<mark>${line}</mark>` : line}</th>
    ${cells.map(cell)}
  </tr>`;
};

/** Draws the part of a file around its faulty cells. The first row is the header. */
const fileTable = ({ file, rows, firstColumn }: FileTable): TemplateResult => {
  const count = Math.max(...rows.map(({ cells }) => cells.length));
  return html`<figure class="file">
    <figcaption translate="no">${file}</figcaption>
    <div class="scroll" translate="no" tabindex="0" role="region" aria-label=${file} ${showMark()}>
      <table>
        <thead>
          <tr><th scope="col">#</th>${Array.from({ length: count }, (_, at) => html`<th scope="col">${firstColumn + at}</th>`)}</tr>
        </thead>
        <tbody>${rows.map(tableRow)}</tbody>
      </table>
    </div>
  </figure>`;
};
