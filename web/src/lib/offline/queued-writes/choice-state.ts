import type { Choice, Target } from './own-choices.ts'

/** A tap. Its identity tells which tap an answer belongs to: the same choice may be tapped twice. */
export type Change = { readonly target: Target; readonly choice: Choice }

/** What the server has not confirmed yet. */
type Pending = {
  /** The last tap; all others are forgotten. */
  readonly latest: Change
  /** The choice shown before the first tap. */
  readonly before: Choice | undefined
  /** The server's choice was unknown at the first tap: counts do not follow, they are refetched at the end. */
  readonly guessed: boolean
  /** A request got no answer: the server may or may not have processed it. */
  readonly unsure: boolean
  /** Another tab changed the choice in the meantime. */
  readonly foreign: boolean
  /** The tap in flight, if it is sent among the queued ones, and what was unsure before it. */
  readonly sending: { readonly change: Change; readonly queued: boolean; readonly unsureBefore: boolean } | null
  /** Waits for a network among the queued ones. */
  readonly queued: boolean
  /** On the device until settled: without a network, or when the page was left. */
  readonly stored: boolean
}

/** All that is known of the viewer's choice on one target. The shown choice is in own-choices.ts. */
export type ChoiceState = {
  /** The server's; undefined: unknown. */
  readonly confirmed: Choice | undefined
  /** The tick of the last act, here or in another tab: what was asked for earlier is outdated. */
  readonly touched: number
  readonly pending: Pending | null
}

/** Of a target that nothing is known about. */
export const unknownChoice: ChoiceState = { confirmed: undefined, touched: 0, pending: null }

const isParked = ({ queued, sending }: Pending): boolean => queued && !sending

/** Whether this is still the last tap on its target, and not settled. */
export const isLatest = ({ pending }: ChoiceState, change: Change): boolean => pending?.latest === change

/** Whether a stored choice or another tab's may replace what is pending: nothing is, or it waits and is older. */
export const isReplaceable = ({ pending }: ChoiceState): boolean => !pending || isParked(pending)

/** Whether the shown counts follow a change of the shown choice: only from where the server's counts were known. */
export const countsFollow = ({ confirmed, pending }: ChoiceState): boolean =>
  confirmed !== undefined && !pending?.guessed

const withLatest = ({ confirmed, pending }: ChoiceState, latest: Change, shown: Choice | undefined): Pending => {
  if (pending) return { ...pending, latest }
  const flags = { unsure: false, foreign: false, sending: null, queued: false, stored: false }
  return { latest, before: shown, guessed: confirmed === undefined, ...flags }
}

/** A tap; `shown` is what was shown before it. It is sent after a request in flight, and among the same. */
export function pressed(state: ChoiceState, change: Change, shown: Choice | undefined, tick: number) {
  const pending = withLatest(state, change, shown)
  return { ...state, touched: tick, pending: { ...pending, queued: pending.sending?.queued ?? false } }
}

/** A choice stored by an earlier page or another tab is shown again. */
export const restored = (state: ChoiceState, change: Change, shown: Choice | undefined): ChoiceState => ({
  ...state,
  pending: { ...withLatest(state, change, shown), stored: true },
})

/** Whether a tap is to be sent: it is the last, and the server may have another choice. */
export const needsRequest = (state: ChoiceState, change: Change): boolean =>
  isLatest(state, change) && (state.pending?.unsure === true || state.confirmed !== change.choice)

/** A request leaves. Until it is answered, the server may have either choice. */
export const sent = (state: ChoiceState, change: Change, queued: boolean): ChoiceState =>
  changed(state, ({ unsure }) => ({ unsure: true, sending: { change, queued, unsureBefore: unsure } }))

/** The server has made a choice. Ignored if the request was another member's. */
export function accepted(state: ChoiceState, change: Change): ChoiceState {
  if (state.pending?.sending?.change !== change) return state
  return { ...changed(state, () => ({ unsure: false, sending: null })), confirmed: change.choice }
}

/** A request has failed; `lost`: the server may have processed it. */
export function unanswered(state: ChoiceState, change: Change, lost: boolean): ChoiceState {
  if (state.pending?.sending?.change !== change) return state
  return changed(state, ({ sending }) => ({ unsure: lost || sending?.unsureBefore === true, sending: null }))
}

/** Waits for a network. The last tap becomes a new one, so that the unanswered request no longer speaks for it. */
export const parked = (state: ChoiceState): ChoiceState =>
  changed(state, ({ latest }) => ({ latest: { ...latest }, queued: true, stored: true }))

/** The page is being left, and the request in flight may be cut off. */
export const kept = (state: ChoiceState): ChoiceState => changed(state, () => ({ stored: true }))

/** What is shown once the last tap is refused. */
export const rolledBack = ({ confirmed, pending }: ChoiceState): Choice | undefined =>
  confirmed === undefined ? pending?.before : confirmed

/** Nothing is pending any more. */
export const settled = (state: ChoiceState, tick: number): ChoiceState => ({ ...state, touched: tick, pending: null })

/** Whether choice or counts may differ from the server's once this is settled. */
export const needsRefetch = ({ pending }: ChoiceState): boolean =>
  pending !== null && (pending.unsure || pending.foreign || pending.guessed)

/** Another tab has sent a choice, which is newer than one that waits here; `tick`: null if the target is not shown here. */
export function overheard(state: ChoiceState, choice: Choice, tick: number | null): ChoiceState {
  if (!isReplaceable(state)) return changed(state, () => ({ foreign: true }))
  if (tick === null) return { ...state, pending: null }
  return { confirmed: choice, touched: tick, pending: null }
}

/** The server's choice, asked for at the tick `since`; unchanged if the viewer has acted in the meantime. */
export const fetched = (state: ChoiceState, choice: Choice, since: number): ChoiceState =>
  state.pending || state.touched >= since ? state : { ...state, confirmed: choice }

function changed(state: ChoiceState, change: (pending: Pending) => Partial<Pending>): ChoiceState {
  const { pending } = state
  return pending ? { ...state, pending: { ...pending, ...change(pending) } } : state
}
