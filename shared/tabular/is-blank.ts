/** True if a cell is empty text or an SQL null. */
export const isBlank = (cell: unknown): boolean => cell === '' || cell === null;
