/** What nodemailer's errors carry besides their message. */
const fieldOf = (error: unknown, name: 'code' | 'responseCode' | 'command'): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined

/** The error's codes only, such as `EENVELOPE 550`: a mail server's message may contain the recipient's address. */
export const problemOf = (error: unknown): string =>
  [fieldOf(error, 'code'), fieldOf(error, 'responseCode')].filter(Boolean).join(' ') || 'unknown'

/** Commands whose refusal is about this recipient or this mail; all others are about the sender or the connection. */
const ABOUT_THE_MAIL = new Set<unknown>(['RCPT TO', 'DATA'])

/**
 * Whether the mail server refused this mail for good (RFC 5321, 4.2.1: 5yz). 503, a wrong order of commands, and refusals
 * of the sender or of its password can be put right meanwhile.
 */
export function isRefused(error: unknown): boolean {
  const response = Number(fieldOf(error, 'responseCode'))
  return response >= 500 && response < 600 && response !== 503 && ABOUT_THE_MAIL.has(fieldOf(error, 'command'))
}

/** Whether the next mail would fail in the same way: no connection, no greeting, a wrong password. */
export const isAboutServer = (error: unknown): boolean =>
  !ABOUT_THE_MAIL.has(fieldOf(error, 'command')) || fieldOf(error, 'responseCode') === 421
