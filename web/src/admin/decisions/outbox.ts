import type { DecideAnswer, DecisionFacts, PendingDecision } from '@hot/domain/contract/admin/decisions'
import type { PostOutcome } from '@hot/domain/contract/admin/posts'
import { warningsThatSuggestBan } from '@hot/domain/moderation/case-rules'
import type { PendingKind } from '@hot/domain/moderation/decision-texts'
import { moderationSentences } from '@hot/domain/moderation/refusals'
import { postOutcomeText } from '@hot/domain/post/moderation'
import type { QueryClient } from '@tanstack/react-query'
import { createStore } from '#web/create-store.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { reloads } from '#web/platform/device/reloads.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { Refusals } from '../kit/write.ts'
import { addPending, type DecisionArgs, refreshDecided } from './api.ts'

export type Decision = {
  kind: PendingKind
  args: DecisionArgs
  /** What the interface says until the server has named it. */
  facts: Pick<DecisionFacts, 'action' | 'type' | 'name'> & Partial<DecisionFacts>
  /** `type:id` */
  targets: readonly string[]
  refusals?: Refusals | undefined
  /** It was refused; the message is already shown. */
  onRefused?: () => void
  /** It was undone, here. */
  onUndone?: (() => void) | undefined
}

/** A decision that the server has not confirmed yet. `failure`: why the last attempt to send it failed. */
export type Unsent = Decision & { id: string; userId: string; failure: string | null; dropped: boolean }

/** Decisions on their way to the server. Nothing claims that they are done. */
export const outbox = createStore<readonly Unsent[]>([])

type Notice = { id: string; text: string }
/** What somebody should know about a decision that was carried out. */
export const notices = createStore<readonly Notice[]>([])

/** Until it is undone or carried out. */
const undoings = new Map<string, () => void>()

const change = (id: string, changes: Partial<Unsent>) =>
  outbox.set(outbox.get().map((one) => (one.id === id ? { ...one, ...changes } : one)))
const remove = (id: string) => outbox.set(outbox.get().filter((one) => one.id !== id))

/** Not an answer about the decision: no network, no session, no second factor, a busy or failing server. */
const mayArriveLater = (error: unknown): boolean =>
  !(error instanceof DataError) ||
  error.status === 0 ||
  error.status === 401 ||
  error.hint === 'mfa_needed' ||
  error.status === 429 ||
  error.status >= 500

const retryMs = 5_000
const sendLater = (client: QueryClient, userId: string, id: string) =>
  setTimeout(() => void send(client, userId, id), retryMs)

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
let allSent = () => {}

/** While something was not sent, closing the page asks, and the page does not reload by itself. */
function watchLeaving(): void {
  if (outbox.get().length === 0) {
    window.removeEventListener('beforeunload', warn)
    reloads.waitFor = null
    allSent()
    return
  }
  window.addEventListener('beforeunload', warn)
  reloads.waitFor ??= new Promise((resolve) => {
    allSent = resolve
  })
}

/** Without its decider it waits. */
const awayText = 'Du bist nicht angemeldet.'

async function send(client: QueryClient, userId: string, id: string): Promise<void> {
  const item = outbox.get().find((one) => one.id === id)
  if (!item) return
  const who = viewer()
  if (who.state !== 'member') {
    change(id, { failure: awayText })
    sendLater(client, userId, id)
    return
  }
  // Nobody decides in the name of who signs in next.
  if (who.user.id !== userId) {
    remove(id)
    notices.set([])
    watchLeaving()
    return
  }
  try {
    if (item.dropped) {
      // Its answer may have been lost after it had arrived.
      await rpc('admin_undo_decision', { p_id: id })
      remove(id)
      return
    }
    const answer = await rpc('admin_decide', { p_id: id, p_kind: item.kind, p_args: item.args })
    if (item.onUndone) undoings.set(id, item.onUndone)
    if (answer.kept) addPending(client, userId, answer.kept)
    remove(id)
    tell(item, answer)
    if (!answer.kept) {
      item.onRefused?.()
      await refreshDecided(client, userId)
    }
  } catch (error) {
    if (mayArriveLater(error)) {
      change(id, { failure: failureText(error) })
      sendLater(client, userId, id)
      return
    }
    remove(id)
    showToast({ title: failureText(error, item.refusals), kind: 'error' })
    item.onRefused?.()
    await refreshDecided(client, userId)
  } finally {
    watchLeaving()
  }
}

const others = (by: string | null) => by ?? 'Jemand anderes'

const refusedTexts: Readonly<Record<string, (by: string | null) => string>> = {
  already: (by) => `${others(by)} war schneller. Deine Entscheidung zählt nicht.`,
  decided: (by) => `${others(by)} war schneller. Deine Entscheidung hat nichts geändert.`,
  changed: () => 'Das wurde inzwischen geändert. Lies es noch einmal und entscheide dann.',
  gone: () => moderationSentences.target_gone,
  own: () => 'Über eigene Inhalte entscheidet jemand anderes aus dem Team.',
}

const changedThings: Readonly<Record<string, string>> = {
  post: 'Der Beitrag wurde',
  comment: 'Der Kommentar wurde',
  profile: 'Das Profil wurde',
  appeal: 'Der Einspruch oder der Inhalt, um den es geht, wurde',
}

/** What its decider had not read. `changed`: `type:id`. */
function changedText(changed: readonly string[]): string {
  const [first = ''] = changed
  if (changed.length > 1) return `${changed.length} wurden geändert, nachdem du sie geladen hattest, und bleiben liegen`
  return `${changedThings[first.split(':')[0] ?? ''] ?? 'Das wurde'} geändert, nachdem du es geladen hattest`
}

/** Says what of a decision the server did not take. */
function tell(item: Decision, { kept, outcomes, refused, by, skipped, changed }: DecideAnswer): void {
  const isAskedAbout = ({ outcome }: PostOutcome) => outcome === 'sensitive' || outcome === 'unsourced'
  const left = outcomes.filter(isAskedAbout).length
  if (left > 0 && kept)
    showToast({
      kind: 'error',
      title: left === 1 ? '1 Beitrag bleibt liegen' : `${left} Beiträge bleiben liegen`,
      text: 'Heikles und Gerüchte ohne Quelle werden einzeln freigegeben.',
    })
  for (const outcome of outcomes) {
    const text = isAskedAbout(outcome) && kept ? null : postOutcomeText(outcome)
    if (text) showToast({ title: text, kind: 'error' })
  }
  if (changed.length > 0)
    showToast({ kind: 'error', title: changedText(changed), text: 'Lies die neue Fassung und entscheide noch einmal.' })
  if (refused === 'changed' && changed.length > 0) return
  if (refused) showToast({ title: (refusedTexts[refused] ?? refusedTexts.changed)?.(by) ?? '', kind: 'error' })
  else if (item.kind !== 'posts' && (skipped > 0 || (!kept && changed.length === 0)))
    showToast({
      kind: 'error',
      title: skipped === 1 ? '1 bleibt liegen' : `${skipped} bleiben liegen`,
      text: 'Schon entschieden, oder jemand aus dem Team ist gerade dran.',
    })
}

/** Sends a decision to the server, which keeps it for ten seconds. Until it has it, it stays in the outbox and is sent again. */
export function sendDecision(client: QueryClient, userId: string, decision: Decision): void {
  const id = crypto.randomUUID()
  outbox.set([...outbox.get(), { ...decision, id, userId, failure: null, dropped: false }])
  watchLeaving()
  void send(client, userId, id)
}

/** Gives up a decision that could not be sent. */
export function dropUnsent({ id, onUndone }: Unsent): void {
  change(id, { dropped: true })
  onUndone?.()
}

/** Takes a decision back, or takes note that it was not carried out. */
export async function undoDecision(client: QueryClient, userId: string, { id, state }: PendingDecision): Promise<void> {
  const undone = await rpc('admin_undo_decision', { p_id: id })
  if (!undone) showToast({ title: 'Zu spät: Das ist schon ausgeführt.', kind: 'error' })
  else if (state === 'waiting') {
    undoings.get(id)?.()
    showToast({ title: 'Zurückgenommen.' })
  }
  undoings.delete(id)
  await refreshDecided(client, userId, [id])
}

/** Has decisions carried out now. The database does the same by itself, should this page be gone. */
export async function carryOut(client: QueryClient, userId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const ended = await rpc('admin_decide_now', { p_id: id })
    undoings.delete(id)
    if (ended?.state === 'done') tellEnd(ended)
  }
  await refreshDecided(client, userId, ids)
}

function tellEnd({ id, action, name, note, warnings, skipped }: PendingDecision): void {
  const texts = [
    note && `${note}. Der Beitrag ist stattdessen abgelehnt und nicht mehr öffentlich.`,
    action === 'warn' &&
      (warnings ?? 0) >= warningsThatSuggestBan &&
      `${name ?? 'Dieses Mitglied'} hat ${warnings} Verwarnungen in 90 Tagen. Prüf, ob eine Sperre angemessen ist.`,
    skipped > 0 && `${skipped} nicht ausgeführt: inzwischen geändert, entschieden oder weg.`,
  ].filter((text) => typeof text === 'string' && text !== '')
  if (texts.length > 0) notices.set([...notices.get().filter((one) => one.id !== id), { id, text: texts.join(' ') }])
}
