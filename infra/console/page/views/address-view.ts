import { html, nothing, type TemplateResult } from 'lit-html';
import type { AddressProposal } from '../../protocol/protocol.ts';
import type { Actions } from '../state/actions.ts';
import type { State } from '../state/state.ts';
import { sentenceIn, words } from '../words/words.ts';

/** Draws nothing if dashboard.yml has no hosts. */
export const addressField = ({ info }: State, { askAddress }: Actions): TemplateResult | typeof nothing => {
  const [host] = info?.hosts ?? [];
  if (host === undefined) return nothing;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { value } = (event.target as HTMLFormElement).querySelector('input') as HTMLInputElement;
    askAddress(value);
  };
  return html`<form class="field address" @submit=${submit}>
    <label><span>${words.addressLabel}</span> <input type="url" name="address" placeholder=${host} translate="no" autocomplete="off" required /></label>
    <button>${words.ask}</button>
  </form>`;
};

const firstRows = ({ header, rows }: AddressProposal): TemplateResult => html`<div class="answer" tabindex="0">
  <table translate="no">
    <thead><tr>${header.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table>
</div>`;

const proposed = (proposal: AddressProposal, { addAddress, closeAddress }: Actions): TemplateResult => html`
  <p class="summary">${words.answerSummary(proposal.rowCount, proposal.pages, proposal.bytes)}</p>
  ${proposal.rows.length > 0 ? firstRows(proposal) : nothing}
  <div class="adding" role="group" aria-label=${words.add}>
    <p>${words.addQuestion}</p>
    <pre class="diff" tabindex="0">${proposal.diff}</pre>
    <button class="primary" @click=${addAddress}>${words.addNow}</button>
    <button class="quiet" @click=${closeAddress}>${words.cancel}</button>
  </div>
`;

export const addressView = ({ address }: State, actions: Actions): TemplateResult | typeof nothing => {
  if (!address) return nothing;
  const { text, proposal, failure } = address;
  return html`<section class="fits" aria-label=${words.addressLabel} aria-busy=${proposal || failure ? 'false' : 'true'}>
    <header>
      <h2 translate="no">${text}</h2>
      <button class="quiet" @click=${actions.closeAddress}>${words.close}</button>
    </header>
    ${failure ? html`<p class="banner failed" role="alert">${sentenceIn(failure)}</p>` : nothing}
    ${proposal ? proposed(proposal, actions) : nothing}
    ${proposal || failure ? nothing : html`<p class="waiting">${words.asking}</p>`}
  </section>`;
};
