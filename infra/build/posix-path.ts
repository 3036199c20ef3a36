/** Returns a path with forward slashes, as in URLs, zips and dashboard.yml. Only paths of Windows change. */
export const posixPath = (path: string): string => path.replaceAll('\\', '/');
