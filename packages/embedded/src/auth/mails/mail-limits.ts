import { isPgError, type Session } from '../../database/engine.ts'
import type { StoredLimiter } from '../../wire/stored-limits.ts'
import { type AuthCall, type AuthContext, inAuth } from '../auth-context.ts'
import { tooManyMails } from '../auth-error.ts'
import { callHook } from '../hooks.ts'

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

/** Takes back what was counted, for a request that is refused for another reason. */
type GiveBack = () => Promise<void>

type Asked = { kind: Kind; to: readonly string[]; address: string }
type Counted = { counted?: unknown[]; limit?: 'mailbox' | 'network'; retry_after?: number }

/** Counted by the site, which sends mails as well. In the caller's transaction, where there is one. */
async function countBySite(context: AuthContext, hook: string, asked: Asked, within?: Session): Promise<GiveBack> {
  const { counts, refused } = context.limits
  const call = (event: object) =>
    within
      ? callHook<Counted>(within, hook, event)
      : inAuth(context, (session) => callHook<Counted>(session, hook, event))
  const answer = await call({
    recipients: asked.to,
    ip_address: asked.address,
    for_member: asked.kind === 'recovery' || asked.kind === 'reauthentication',
    per_mailbox: counts.mailsTo.times,
    per_network: counts.mailsFrom.times,
  })
  if (answer?.limit) {
    refused(answer.limit === 'mailbox' ? 'mailsTo' : 'mailsFrom')
    throw tooManyMails(limitText(), Number(answer.retry_after))
  }
  return async () => void (await call({ give_back: answer?.counted ?? [] }))
}

/** Takes all of these, or none: fails with 429 then. */
async function takeAll(
  wanted: readonly (readonly [StoredLimiter, string, number, (seconds: number) => string])[],
): Promise<GiveBack> {
  const taken: GiveBack[] = []
  const giveBack = async () => {
    for (const undo of taken.splice(0)) await undo()
  }
  for (const [limit, key, cost, text] of wanted) {
    const wait = await limit.take(key, cost)
    if (wait > 0) {
      await giveBack()
      throw tooManyMails(text(wait), wait)
    }
    taken.push(() => limit.giveBack(key, cost))
  }
  return giveBack
}

/**
 * Counts the mails somebody asks for, before it is known whether there are accounts to send them to: known and unknown
 * addresses are refused alike. The operator's own calls are not counted. Fails with 429. `within`: the transaction of a
 * caller that has one.
 */
export async function askForMails(
  context: AuthContext,
  call: AuthCall,
  kind: Kind,
  to: readonly string[],
  within?: Session,
): Promise<GiveBack> {
  if (call.apiRole === 'service_role') return async () => {}
  const { limits } = context
  const hook = context.mails.count
  const giveBack = await takeAll([
    ...to.map((email) => [limits.mailsOfKind, `${kind} ${email}`, 1, frequencyText] as const),
    ...(hook ? [] : to.map((email) => [limits.mailsTo, mailboxOf(email), 1, limitText] as const)),
    ...(hook ? [] : [[limits.mailsFrom, call.address, to.length, limitText] as const]),
  ])
  try {
    const wait = await limits.mails.peek('all')
    if (wait > 0) throw tooManyMails(limitText(), wait)
    const uncount = hook
      ? await countBySite(context, hook, { kind, to, address: call.address }, within)
      : async () => {}
    return async () => {
      await giveBack()
      await uncount()
    }
  } catch (error) {
    // A transaction that the database has ended takes it back itself, and no statement any more.
    if (!within || !isPgError(error)) await giveBack()
    throw error
  }
}

/**
 * One mail of the installation's hour. Mails to addresses that nobody has confirmed, which strangers can invent, leave a
 * third of it to the mails of members. Fails with 429; then nothing of the request is stored.
 */
export async function takeMail({ limits }: AuthContext, confirmed: boolean): Promise<void> {
  const strangers = confirmed ? 0 : await limits.strangersMails.take('all')
  const wait = strangers || (await limits.mails.take('all'))
  if (wait === 0) return
  if (!confirmed && strangers === 0) await limits.strangersMails.giveBack('all')
  throw tooManyMails(limitText(), wait)
}
