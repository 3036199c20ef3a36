import { html, nothing, type TemplateResult } from 'lit-html';
import type { CellView, ExcerptLine, FileExcerpt } from '../../protocol.ts';
import { words } from '../words/words.ts';
import { showMark } from './show-mark.ts';

const part = ({ text, faulty }: CellView) =>
  faulty ? html`<mark title=${text === '' ? words.blank : nothing}>${text}</mark>` : text;

const row = ({ line, parts }: ExcerptLine): TemplateResult =>
  html`<tr><th scope="row">${line}</th><td>${parts.map(part)}</td></tr>`;

/** Names the lines with faulty parts. */
const placesOf = ({ lines }: FileExcerpt): string =>
  lines
    .filter(({ parts }) => parts.some(({ faulty }) => faulty))
    .map(({ line }) => words.line(line))
    .join(', ');

/** Draws the lines of a file around its faulty parts. */
export const fileExcerpt = (excerpt: FileExcerpt): TemplateResult => html`<figure class="file excerpt">
  <figcaption>${excerpt.file}: ${placesOf(excerpt)}</figcaption>
  <div class="scroll" tabindex="0" role="region" aria-label=${excerpt.file} ${showMark()}>
    <table><tbody>${excerpt.lines.map(row)}</tbody></table>
  </div>
</figure>`;
