/** Which program runs. */
export type BuildInfo = {
  version: string
  /** 40 digits, with `-dirty` for a tree that was changed since; `unknown` where nothing tells. */
  commit: string
}

/** Between two releases the version is that of the next one with `-dev`. */
export const isDevelopment = ({ version }: Pick<BuildInfo, 'version'>): boolean => version.includes('-')

/** `1.2.0+0123456789ab`: one name for what error reports and logs tell apart. */
export const releaseName = ({ version, commit }: BuildInfo): string => {
  const [digits = '', dirty] = commit.split('-')
  return `${version}+${digits.slice(0, 12)}${dirty ? '.dirty' : ''}`
}

/** For people: `1.2.0-dev, Commit 0123456789ab (geändert)`. */
export function buildName({ version, commit }: BuildInfo): string {
  if (commit === 'unknown') return `${version}, Commit unbekannt`
  const [digits = '', dirty] = commit.split('-')
  return `${version}, Commit ${digits.slice(0, 12)}${dirty ? ' (geändert)' : ''}`
}

/** What an operator of a development version is told at its start. */
export const developmentNote = (build: BuildInfo): string =>
  `Das ist eine Entwicklungsfassung (${buildName(build)}): Ihre Migrationen können noch neu geschrieben werden, und dann lehnt eine spätere Fassung diese Datenbank ab. Mitnehmen kannst du die Daten immer: hier »npm run backup -- --portable«, dort »npm run restore -- DATEI --replace«. Eine öffentliche Seite gehört auf ein Release (docs/operations/upgrade.md).`
