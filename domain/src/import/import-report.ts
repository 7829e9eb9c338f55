/** The five tables of an import, in the order in which they refer to each other. */
export const importTableNames = ['formats', 'seasons', 'stars', 'participants', 'episodes'] as const
export type ImportTableName = (typeof importTableNames)[number]

export const fileOf = (table: ImportTableName) => `${table}.csv`

/** What is wrong, and where: line from 1 (the header), column by its name in the header where one is meant. */
export type ImportProblem = { file: string; line: number; column?: string; message: string }

type ImportCounts = { new: number; changed: number; unchanged: number }

export type ImportReport = {
  counts: Partial<Record<ImportTableName, ImportCounts>>
  /** Nothing is lost by these; each says what was left out. */
  warnings: ImportProblem[]
}

/** The import cannot be done as it is; the database is as it was. */
export class ImportError extends Error {
  readonly problems: readonly ImportProblem[]

  constructor(problems: readonly ImportProblem[]) {
    super(problems.map(problemLine).join('\n'))
    this.name = 'ImportError'
    this.problems = problems
  }
}

/** `seasons.csv, Zeile 12, Spalte start_date: „2020-13-01“ ist kein Datum.` */
export function problemLine({ file, line, column, message }: ImportProblem): string {
  return `${file}, Zeile ${line}${column ? `, Spalte ${column}` : ''}: ${message}`
}
