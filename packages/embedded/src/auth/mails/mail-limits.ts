import { isPgError, type Session } from '../../database/engine.ts'
import { surroundingsOf } from '../../wire/networks.ts'
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
/** Minutes, where the limits of one mailbox or network last up to an hour: clients say how many. */
const busyText = (seconds: number) =>
  `email rate limit exceeded for the whole site, please retry after ${seconds} seconds`

/** Takes back what was counted, for a request that is refused for another reason. */
type GiveBack = () => Promise<void>

/** Mails that were counted. `unsent`: there was nobody to send them to, so that others may have their place of the hour. */
export type CountedMails = { giveBack: GiveBack; unsent: GiveBack }

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
 * What has to be left of the installation's hour, by how much those around a network have asked for since yesterday:
 * nothing, something in its range, something near it. Whoever floods cannot take what is kept for everybody else, however
 * many networks they have there. Sign-ups leave more than mails of members, because strangers can invent addresses.
 */
const LEFT_FOR_OTHERS = {
  member: [0, 0.4, 0.6],
  stranger: [1 / 3, 0.5, 0.7],
} as const

/** One of the installation's hour for each mail, before it is known whether there is somebody to send it to. */
async function takeOfHour(
  { limits }: AuthContext,
  address: string,
  mails: number,
  who: keyof typeof LEFT_FOR_OTHERS,
): Promise<CountedMails> {
  const { near, range } = surroundingsOf(address)
  const { asked, counts } = limits
  const inRange = (await asked.range.take(range)) > 0
  const isNear = (await asked.near.take(near)) > 0
  const forget = async () => {
    if (!isNear) await asked.near.giveBack(near)
    if (!inRange) await asked.range.giveBack(range)
  }
  const all = counts.mails.times
  const kept = LEFT_FOR_OTHERS[who][isNear ? 2 : inRange ? 1 : 0]
  const leaving = Math.max(0, Math.min(Math.floor(all * kept), all - mails))
  const wait = await (isNear || inRange ? limits.mailsKept : limits.mails).take('all', mails, leaving)
  if (wait > 0) {
    await forget()
    throw tooManyMails(busyText(wait), wait)
  }
  const unsent = () => limits.mails.giveBack('all', mails)
  return { unsent, giveBack: async () => void (await Promise.all([unsent(), forget()])) }
}

type Ask = {
  kind: Kind
  to: readonly string[]
  /** May reach addresses that nobody has confirmed. */
  isStranger: boolean
  /** Mails of the installation's hour, if not one to each. */
  mails?: number
  /** The transaction of a caller that has one. */
  within?: Session
}

/**
 * Counts the mails somebody asks for, before it is known whether there are accounts to send them to: known and unknown
 * addresses are refused alike, and told when to come back. Of the operator's own calls only the installation's hour is
 * counted. Fails with 429.
 */
export async function askForMails(context: AuthContext, call: AuthCall, ask: Ask): Promise<CountedMails> {
  const { kind, to, isStranger, mails = to.length, within } = ask
  if (call.apiRole === 'service_role') {
    await takeMails(context, mails)
    const unsent = () => context.limits.mails.giveBack('all', mails)
    return { unsent, giveBack: unsent }
  }
  const { limits } = context
  const hook = context.mails.count
  const undo = [
    await takeAll([
      ...to.map((email) => [limits.mailsOfKind, `${kind} ${email}`, 1, frequencyText] as const),
      ...(hook ? [] : to.map((email) => [limits.mailsTo, mailboxOf(email), 1, limitText] as const)),
      ...(hook ? [] : [[limits.mailsFrom, call.address, to.length, limitText] as const]),
    ]),
  ]
  const giveBack = async () => {
    for (const back of undo) await back()
  }
  try {
    if (hook) undo.push(await countBySite(context, hook, { kind, to, address: call.address }, within))
    if (mails === 0) return { giveBack, unsent: async () => {} }
    const ofHour = await takeOfHour(context, call.address, mails, isStranger ? 'stranger' : 'member')
    undo.push(ofHour.giveBack)
    return { giveBack, unsent: ofHour.unsent }
  } catch (error) {
    // A transaction that the database has ended takes it back itself, and no statement any more.
    if (!within || !isPgError(error)) await giveBack()
    throw error
  }
}

/** Of the installation's hour, for mails that nobody has to ask for. Fails with 429; then nothing of the request is stored. */
export async function takeMails({ limits }: AuthContext, mails = 1): Promise<void> {
  const wait = await limits.mails.take('all', mails)
  if (wait > 0) throw tooManyMails(busyText(wait), wait)
}
