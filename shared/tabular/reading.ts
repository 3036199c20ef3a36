/** The part of the interface to follow where its field table and its sample disagree on the structure. */
export type Reading = 'table' | 'sample';
