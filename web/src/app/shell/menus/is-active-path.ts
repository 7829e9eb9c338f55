/**
 * A tab is active when the path equals or starts with the tab's path.
 * Every path starts with `/`, so home is active on itself only.
 */
export function isActivePath(path: string, tabPath: string): boolean {
  if (path === tabPath) return true
  return tabPath !== '/' && path.startsWith(`${tabPath}/`)
}
