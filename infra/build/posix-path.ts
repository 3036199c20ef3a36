/** Returns a path with the slashes of URLs, zips and dashboard.yml, as it is everywhere but on Windows. */
export const posixPath = (path: string): string => path.replaceAll('\\', '/');
