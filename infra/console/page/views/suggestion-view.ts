import { html, nothing, type TemplateResult } from 'lit-html';
import { isOffTheMap } from '../../../../schemas/common/charts/picture.ts';
import type { AddWarning, NearMiss, Suggestion, SuggestionResult } from '../../protocol/protocol.ts';
import { onMapOf, picture } from '../draw/picture.ts';
import type { Actions } from '../state/actions.ts';
import type { State } from '../state/state.ts';
import { componentName, language, nameOf, sentenceIn, words } from '../words/words.ts';
import { problemView } from './problem-view.ts';

const warningItem = ({ file, line, column, message, hint }: AddWarning): TemplateResult => html`<li>
  ${file.startsWith('data/') ? html`<code>${file}:${line}:${column}</code> ` : nothing}${sentenceIn(message)} ${hint ? html`<span class="hint">${sentenceIn(hint)}</span>` : nothing}
</li>`;

const addForm = (fit: Suggestion, { adding }: State, actions: Actions): TemplateResult => {
  if (adding?.component !== fit.component)
    return html`<button class="primary" @click=${() => actions.proposeAdd(fit)}>${words.add}</button>`;
  return html`<div class="adding" role="group" aria-label=${words.add}>
    <p>${words.addQuestion}</p>
    <pre class="diff" tabindex="0">${adding.diff}</pre>
    ${adding.warnings.length > 0 ? html`<ul class="places">${adding.warnings.map(warningItem)}</ul>` : nothing}
    <button class="primary" @click=${() => actions.confirmAdd()}>${words.addNow}</button>
    <button class="quiet" @click=${() => actions.cancelAdd()}>${words.cancel}</button>
  </div>`;
};

const commentsIn = (lines: string): readonly string[] =>
  Array.from(lines.matchAll(/^\s*# (.+)$/gm), ([, comment = '']) => comment);

/** Draws the comments in Chinese. In English, the lines themselves say them. */
const chineseComments = (lines: string) =>
  language === 'zh' ? commentsIn(lines).map((one) => html`<p class="note">${sentenceIn(one)}</p>`) : nothing;

const suggestionTile = (fit: Suggestion, state: State, actions: Actions): TemplateResult => {
  const { component, drawing, lines } = fit;
  return html`<article class="tile fit" data-fit=${component} aria-label=${nameOf(component)}>
    <header><h3>${componentName(component)}</h3></header>
    <div class="content">${picture(drawing, component, nameOf(component), state.ownMaps)}</div>
    <pre class="lines" tabindex="0">${lines}</pre>
    ${chineseComments(lines)}
    <footer>
      <button @click=${() => actions.copyLines(lines)}>${words.copyLines}</button>
      ${state.info?.mode === 'local' ? addForm(fit, state, actions) : nothing}
    </footer>
  </article>`;
};

const missTile = ({
  component,
  problem,
}: NearMiss): TemplateResult => html`<article class="tile miss" data-fit-miss=${component} aria-label=${nameOf(component)}>
  <header><h3>${componentName(component)}</h3></header>
  <div class="content">${problemView(problem)}</div>
</article>`;

/** Leaves out maps that show none of the names in the file. Checks the user's own map, if there is one. */
const shownSuggestions = ({ fits }: SuggestionResult, { ownMaps }: State): readonly Suggestion[] =>
  fits.filter(({ drawing }) => {
    const drawn = onMapOf(drawing, ownMaps);
    return drawn.kind === 'script' || !isOffTheMap(drawn);
  });

const results = (result: SuggestionResult, state: State, actions: Actions): TemplateResult => {
  const { file, rows, misses, problem } = result;
  const fits = shownSuggestions(result, state);
  return html`
    <p class="summary">${words.suggestionSummary(file, rows, fits.length)}</p>
    ${problem ? html`<div class="banner failed">${problemView(problem)}</div>` : nothing}
    <div class="tiles">${fits.map((fit) => suggestionTile(fit, state, actions))}</div>
    ${
      misses.length > 0
        ? html`<h2 class="misses">${words.nearMisses}</h2>
            <div class="tiles">${misses.map(missTile)}</div>`
        : nothing
    }
  `;
};

/** Includes components that the file would fit if a few cells were corrected. */
export const suggestionView = (state: State, actions: Actions) => {
  const { trying, fit, suggestionFailure } = state;
  if (trying === undefined) return nothing;
  return html`<section class="fits" aria-label=${words.tryFile} aria-busy=${fit ? 'false' : 'true'}>
    <header>
      <h2>${words.tryFile}</h2>
      <button class="quiet" @click=${actions.closeFit}>${words.close}</button>
    </header>
    ${suggestionFailure ? html`<p class="banner failed" role="alert">${sentenceIn(suggestionFailure)}</p>` : nothing}
    ${fit ? results(fit, state, actions) : nothing}
    ${fit || suggestionFailure ? nothing : html`<p class="waiting">${words.trying(trying)}</p>`}
  </section>`;
};
