import type { ImportTableName } from '@hot/domain/import/import-report'

export const tableNames: Readonly<Record<ImportTableName, string>> = {
  formats: 'Formate',
  seasons: 'Staffeln',
  stars: 'Stars',
  participants: 'Teilnahmen',
  episodes: 'Folgen',
}

/** Refusals of the database by hint. */
export const importRefusals: Readonly<Record<string, string>> = {
  not_allowed: 'Das darf nur das Team.',
  import_dangling: 'Inzwischen hat jemand gelöscht, worauf sich die Dateien beziehen. Prüf sie noch einmal.',
  import_too_large: 'Das ist zu viel auf einmal. Importiere erst Formate, Staffeln und Stars, danach den Rest.',
}
