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

/** What deploy/hot knows; `sudo hot admin` is `npm run admin --` with the settings and the account of the service. */
const commands = /npm run (admin|backup|doctor|import|mails|rehearse|restore)\b( --(?= ))?/g

/**
 * A message for operators with its commands as they are called here. Messages are written for a checkout; where HoT is a service, npm
 * would begin another installation, so `deploy/hot` and `hot.service` say what it is called instead (`COMMAND_AS`).
 */
export function asCalled(message: string, { COMMAND_AS }: Environment = process.env): string {
  if (!COMMAND_AS) return message
  return message.replace(commands, (_, name: string) => `${COMMAND_AS} ${name}`).replaceAll('[-- ', '[')
}
