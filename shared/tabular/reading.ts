/** Which side to follow where the interface's field table and its sample differ in structure. */
export type Reading = 'table' | 'sample';
