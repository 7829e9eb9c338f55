/** What an app carries of itself: the version of HoT it was built from, and the number of its upload to the stores. */
export type AppBuild = { version: string; build: number }

/** Which apps a server serves, in its `/config.json`. */
export type ServedApps = {
  /** The server's own version. */
  version: string
  /** The oldest version of HoT whose apps it still understands. */
  leastVersion: string
  /** By the operator: uploads before this one are served no more (`HOT_APP_LEAST_BUILD`). */
  leastBuild?: number
  /** By the operator: the upload that the stores offer (`HOT_APP_NEWEST_BUILD`). */
  newestBuild?: number
}

/** Raised in the version that takes away what older apps call; ADR 156. */
export const leastAppVersion = '1.0.0'

/** `1.10.0` comes after `1.9.2`; what follows a dash does not count. */
function isBefore(version: string, other: string): boolean {
  const parts = (text: string) => (text.split('-')[0] ?? '').split('.').map(Number)
  const [mine, theirs] = [parts(version), parts(other)]
  const at = mine.findIndex((part, index) => part !== (theirs[index] ?? 0))
  return at >= 0 && (mine[at] ?? 0) < (theirs[at] ?? 0)
}

/** `refused`: the app no longer works with the server; `older`: it does, and the stores have a newer one. */
export type AppStanding = 'current' | 'older' | 'refused'

export function standingOf({ version, build }: AppBuild, served: ServedApps): AppStanding {
  if (isBefore(version, served.leastVersion) || build < (served.leastBuild ?? 0)) return 'refused'
  return build < (served.newestBuild ?? 0) ? 'older' : 'current'
}

/** Whether an app that fails may fail because the server is newer. */
export const isBehind = (app: AppBuild, served: ServedApps): boolean =>
  standingOf(app, served) !== 'current' || isBefore(app.version, served.version)
