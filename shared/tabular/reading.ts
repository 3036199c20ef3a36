/** The part of the interface that an endpoint follows if the field table and the sample of a component disagree. */
export type Reading = 'table' | 'sample';
