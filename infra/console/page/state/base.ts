/** Empty in the console, `/wall` on a wall that others may open. The page loads everything below this path. */
export const base = document.documentElement.dataset.base ?? '';
