/** The path below which the page loads everything: empty in the console, `/wall` on a wall that others may open. */
export const base = document.documentElement.dataset.base ?? '';
