/** The five tables of an import, in dependency order. */
export const importTableNames = ['formats', 'seasons', 'stars', 'participants', 'episodes'] as const
export type ImportTableName = (typeof importTableNames)[number]

export const fileOf = (table: ImportTableName) => `${table}.csv`

export const tableNames: Readonly<Record<ImportTableName, string>> = {
  formats: 'Formate',
  seasons: 'Staffeln',
  stars: 'Stars',
  participants: 'Teilnahmen',
  episodes: 'Folgen',
}

/** A problem and its position: the line (1 is the first of the file), and the column as the file calls it. */
export type ImportProblem = { file: string; line: number; column?: string; message: string }

type ImportCounts = { new: number; changed: number; unchanged: number }

export type ImportReport = {
  counts: Partial<Record<ImportTableName, ImportCounts>>
  /** Problems that do not stop the import; each names what was skipped. */
  warnings: ImportProblem[]
}

/** The import was rejected; the database is unchanged. */
export class ImportError extends Error {
  readonly problems: readonly ImportProblem[]

  constructor(problems: readonly ImportProblem[]) {
    super(problems.map(problemLine).join('\n'))
    this.name = 'ImportError'
    this.problems = problems
  }
}

/** A German line: `seasons.csv, Zeile 12, Spalte start_date: „2020-13-01“ ist kein Datum.` */
export function problemLine({ file, line, column, message }: ImportProblem): string {
  return `${file}, Zeile ${line}${column ? `, Spalte ${column}` : ''}: ${message}`
}

/** What the database says when it refuses something about imports, by hint or `hint.case`. */
export const importSentences = {
  import_changed:
    'Inzwischen hat jemand etwas davon geändert. Prüf die Dateien noch einmal: Dann siehst du, was jetzt ersetzt würde.',
  'import_dangling.episode': 'Zu einer Folge fehlt die Staffel.',
  'import_dangling.format': 'Das Format „%s“ gibt es nicht.',
  'import_dangling.participation': 'Zu einer Teilnahme fehlt die Staffel oder der Star.',
  row_count: 'Höchstens 500 auf einmal.',
}
