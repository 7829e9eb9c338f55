import type { Environment } from './environment.ts'

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
