import { backup } from './english/backup.ts'
import { log } from './english/log.ts'
import { start } from './english/start.ts'

/** The mailbox shows the mails of an installation without SMTP, to the operator. */
const mailbox = {
  empty: 'No mails yet. As soon as one is sent, it is here.',
  to: (address: string) => `To ${address}`,
}

const english = { start, backup, log, mailbox }

/** Everything that operators read: messages of errors, lines of commands and of the log. Answers to clients are Supabase's. */
export type Words = typeof english

/** As this process speaks. To be read where a sentence is needed, not when a module is loaded. */
export const words: Words = { ...english }

/** Has this process speak another language, for all backends and commands in it. */
export function speak(language: Words): void {
  Object.assign(words, language)
}
