import { words } from '../words/words.ts';
import { confirmAdd, proposeAddress } from './api.ts';
import type { Store } from './state.ts';

export interface AddressActions {
  readonly askAddress: (text: string) => void;
  readonly addAddress: () => void;
  readonly closeAddress: () => void;
}

/** Ignores the answer of an address that is no longer shown. */
const ask = async (store: Store, text: string): Promise<void> => {
  const asked = { text };
  store.set({ address: asked });
  const result = await proposeAddress(text).then(
    (proposal) => ({ proposal }),
    (error: Error) => ({ failure: error.message }),
  );
  if (store.get().address === asked) store.set({ address: { ...asked, ...result } });
};

const add = async (store: Store, notify: (notice: string) => void): Promise<void> => {
  const { address } = store.get();
  if (!address?.proposal) return;
  try {
    await confirmAdd(address.proposal);
    store.set({ address: undefined });
    notify(words.datasetAdded);
  } catch (error) {
    store.set({ address: { text: address.text, failure: (error as Error).message } });
  }
};

export const createAddressActions = (store: Store, notify: (notice: string) => void): AddressActions => ({
  askAddress: (text) => void ask(store, text),
  addAddress: () => void add(store, notify),
  closeAddress: () => store.set({ address: undefined }),
});
