/** The key of the item that all functions of a stack share. IAM allows it to functions that judge promises. */
export const BOOK_KEY = 'promises#';
