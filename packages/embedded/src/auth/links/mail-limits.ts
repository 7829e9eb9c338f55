import type { Limiter } from '../../gateway/callers.ts'
import type { AuthCall, AuthContext } from '../auth-context.ts'
import { tooManyMails } from '../auth-error.ts'

const GOOGLE = new Set(['gmail.com', 'googlemail.com'])

/** Whose mailbox an address leads to: providers deliver `name+tag` to `name`, and Google ignores dots as well. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at).replace(/\+.*$/, ''), email.slice(at + 1)]
  return GOOGLE.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Mails of one kind are a minute apart; `recovery` are all links for existing accounts. */
type Kind = 'signup' | 'recovery' | 'email_change' | 'reauthentication'

const frequencyText = (seconds: number) => `For security purposes, you can only request this after ${seconds} seconds.`
const limitText = () => 'email rate limit exceeded'

/**
 * Counts the mails somebody asks for, before it is known whether there are accounts to send them to: known and unknown
 * addresses are refused alike. The operator's own calls are not counted. Fails with 429; gives what takes all of it back,
 * for a request that is refused for another reason.
 */
export function askForMails(context: AuthContext, call: AuthCall, kind: Kind, to: readonly string[]): () => void {
  if (call.apiRole === 'service_role') return () => {}
  const { limits } = context
  const taken: (() => void)[] = []
  const giveBack = () => {
    for (const undo of taken.splice(0)) undo()
  }
  const take = (limit: Limiter, key: string, text: (seconds: number) => string, cost = 1) => {
    const wait = limit.take(key, cost)
    if (wait > 0) {
      giveBack()
      throw tooManyMails(text(wait), wait)
    }
    taken.push(() => limit.giveBack(key, cost))
  }
  for (const email of to) take(limits.mailsOfKind, `${kind} ${email}`, frequencyText)
  for (const email of to) take(limits.mailsTo, mailboxOf(email), limitText)
  take(limits.mailsFrom, call.address, limitText, to.length)
  const wait = limits.mails.peek('all')
  if (wait > 0) {
    giveBack()
    throw tooManyMails(limitText(), wait)
  }
  return giveBack
}

/**
 * One mail of the installation's hour. Mails to addresses that nobody has confirmed, which strangers can invent, leave a
 * third of it to the mails of members. Fails with 429; then nothing of the request is stored.
 */
export function takeMail({ limits }: AuthContext, confirmed: boolean): void {
  const strangers = confirmed ? 0 : limits.strangersMails.take('all')
  const wait = strangers || limits.mails.take('all')
  if (wait === 0) return
  if (!confirmed && strangers === 0) limits.strangersMails.giveBack('all')
  throw tooManyMails(limitText(), wait)
}
