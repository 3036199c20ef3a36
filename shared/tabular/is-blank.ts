/** A cell that holds nothing. */
export const isBlank = (cell: unknown): boolean => cell === '' || cell === null;
