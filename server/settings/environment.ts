import path from 'node:path'

/** The variables a process is started with. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads one variable, trimmed; an empty one counts as missing. */
export const valuesOf =
  (env: Environment) =>
  (name: string): string | undefined =>
    env[name]?.trim() || undefined

/** Entries of a list, separated by commas or spaces. */
export const listOf = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** The directory of the embedded database, files and keys. */
export const dataDirOf = (env: Environment): string => path.resolve(env.HOT_DATA_DIR?.trim() || '.data')
