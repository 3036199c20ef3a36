import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Actions } from '../actions.ts';
import { type State, shownEndpoints } from '../state.ts';
import { words } from '../words/words.ts';
import { fileChoice } from './file-choice.ts';
import { fitView } from './fit-view.ts';
import { problemView } from './problem-view.ts';
import { tile } from './tile.ts';
import { tokenForm } from './token-form.ts';

const notices = ({ info }: State, actions: Actions) => {
  if (!info) return nothing;
  const { mode, lacksToken, problems } = info;
  return html`
    ${mode === 'deployed' && lacksToken ? tokenForm(actions) : nothing}
    ${mode === 'local' && lacksToken ? html`<p class="banner">${words.lacksToken}</p>` : nothing}
    ${problems.map((problem) => html`<div class="banner failed">${problemView(problem)}</div>`)}
  `;
};

/** Draws every endpoint of the dashboard as a tile. */
export const dashboardView = (state: State, actions: Actions): TemplateResult => {
  const shown = shownEndpoints(state);
  return html`
    ${notices(state, actions)} ${fileChoice(state, actions)} ${fitView(state, actions)}
    <p class="disclaimer">${words.disclaimer}</p>
    <div class="tiles">
      ${repeat(
        shown,
        ({ slug }) => slug,
        (endpoint) => tile(endpoint, state, actions),
      )}
    </div>
    ${state.info && shown.length === 0 ? html`<p class="nothing">${words.noMatch}</p>` : nothing}
  `;
};
