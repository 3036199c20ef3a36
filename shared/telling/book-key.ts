/** All functions of a stack share the item. IAM allows it to functions that judge promises. */
export const BOOK_KEY = 'promises#';
