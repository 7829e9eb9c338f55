/** What nodemailer's errors carry besides their message. */
const fieldOf = (error: unknown, name: 'code' | 'responseCode' | 'command' | 'mailServer'): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined

/** Errors of the line to the server: their message is the system's or TLS's, and names no recipient. */
const ABOUT_THE_LINE = new Set<unknown>(['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS'])
/** It goes into columns and lines of a log. */
const LONGEST = 150

/** Notes on an error with which mail server it happened, for `problemOf`. */
export function atServer(error: unknown, server: string): unknown {
  if (error instanceof Error) Reflect.set(error, 'mailServer', server)
  return error
}

/**
 * The error's codes, such as `EENVELOPE 550`: a mail server's message may contain the recipient's address. Of a failed
 * connection also where it led and why it failed: `ESOCKET mail.example:587 (connect ECONNREFUSED …)`.
 */
export function problemOf(error: unknown): string {
  const codes = [fieldOf(error, 'code'), fieldOf(error, 'responseCode')]
  if (isAboutServer(error)) codes.push(fieldOf(error, 'mailServer'))
  const problem = codes.filter(Boolean).join(' ') || 'unknown'
  if (!(error instanceof Error && ABOUT_THE_LINE.has(fieldOf(error, 'code')))) return problem
  return `${problem} (${error.message})`.slice(0, LONGEST)
}

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
