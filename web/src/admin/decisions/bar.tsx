import type { PendingDecision } from '@hot/domain/contract/admin/decisions'
import { decisionText } from '@hot/domain/moderation/decision-texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useStore } from '#web/create-store.ts'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { announce } from '#web/ui/feedback/announce.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { focusRefuge, refugesOf } from '#web/ui/hooks/focus-refuge.ts'
import { useStaff } from '../kit/access.tsx'
import { useLetterKeys } from '../kit/screen.tsx'
import { useWrite } from '../kit/write.ts'
import { pendingQuery } from './api.ts'
import { carryOut, dropUnsent, notices, outbox, type Unsent, undoDecision } from './outbox.ts'
import './bar.css'

/** More than these would cover the list; the latest are the ones somebody wants to undo. */
const shownMax = 3

/** What this person has decided and can still undo, and what did not work. Above the bottom bar. */
export function DecisionBar() {
  const { userId } = useStaff()
  const client = useQueryClient()
  const { data } = useQuery(pendingQuery(userId))
  const unsent = useStore(outbox).filter((one) => one.userId === userId && !one.dropped)
  const told = useStore(notices)
  const waiting = (data?.items ?? []).filter(({ state, is_mine }) => is_mine && state === 'waiting')
  const failed = (data?.items ?? []).filter(({ state }) => state === 'failed')
  useDueDecisions(waiting)
  const more = waiting.length - shownMax
  const bar = useRef<HTMLDivElement>(null)
  const wayBack = useWayBack(bar)
  useNextTab(bar, waiting.at(-1)?.id, wayBack.goBack)
  useHeldClock(bar, waiting.length > 0)
  return (
    <div className="undo-bar" role="status" ref={bar} onFocus={wayBack.onFocus} onBlur={wayBack.onBlur}>
      {unsent.length + waiting.length + failed.length + told.length > 0 && (
        <ul>
          {told.map(({ id, text }) => (
            <Line key={id} text={text}>
              <Button small variant="quiet" onClick={() => notices.set(told.filter((one) => one.id !== id))}>
                Gesehen
              </Button>
            </Line>
          ))}
          {failed.map((item) => (
            <FailedLine key={item.id} item={item} />
          ))}
          {unsent.map((item) => (
            <UnsentLine key={item.id} item={item} />
          ))}
          {more > 0 && <Line text={`${more} weitere, gleich ausgeführt`} />}
          {waiting.slice(-shownMax).map((item) => (
            <WaitingLine
              key={item.id}
              item={item}
              isLast={item === waiting.at(-1)}
              onNow={() => carryOut(client, userId, [item.id])}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The pressed button goes with its line, and the bar with its last one: then the focus is again where it came from. */
function useWayBack(bar: RefObject<HTMLDivElement | null>) {
  const from = useRef<Element[] | null>(null)
  useEffect(() => {
    if (!from.current || document.activeElement !== document.body) return
    const buttons = bar.current?.querySelectorAll('button') ?? []
    focusRefuge([...buttons, ...from.current, ...document.querySelectorAll('main h1')])
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
  return {
    /** Where the keyboard came from has the focus again; false: that is gone. */
    goBack: (): boolean => {
      focusRefuge(from.current ?? [])
      return !bar.current?.contains(document.activeElement)
    },
    onFocus: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !bar.current?.contains(relatedTarget))
        from.current = [relatedTarget, ...refugesOf(relatedTarget)]
      from.current ??= []
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !bar.current?.contains(relatedTarget)) from.current = null
    },
  }
}

/**
 * The first Tab after a decision goes to its "Rückgängig", as if that stood next: the bar is at the end of the page, and
 * the decision waits only ten seconds. From the bar, Tab leads back to where it came from, and then goes on as usual.
 */
function useNextTab(bar: RefObject<HTMLDivElement | null>, last: string | undefined, goBack: () => boolean): void {
  const offered = useRef<string>(undefined)
  const back = useRef(goBack)
  back.current = goBack
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
      if (key !== 'Tab' || altKey || ctrlKey || metaKey || defaultPrevented) return
      const buttons: (Element | null)[] = [...(bar.current?.querySelectorAll('button') ?? [])]
      const at = buttons.indexOf(document.activeElement)
      if (at >= 0) {
        if (at === (shiftKey ? 0 : buttons.length - 1) && back.current()) event.preventDefault()
        return
      }
      const undo = bar.current?.querySelector<HTMLElement>('[data-undo=last]')
      if (shiftKey || !undo || offered.current === last || document.querySelector('[role=dialog]')) return
      offered.current = last
      event.preventDefault()
      undo.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [bar, last])
}

const holdEveryMs = 5_000

/** While the focus is in the bar, what waits goes on waiting: people who read or move slowly have as long as they need, within five minutes. */
function useHeldClock(bar: RefObject<HTMLDivElement | null>, isWaiting: boolean): void {
  const { userId } = useStaff()
  const client = useQueryClient()
  useEffect(() => {
    if (!isWaiting) return
    const hold = () => {
      if (!bar.current?.contains(document.activeElement)) return
      // Without an answer it is carried out when it was due.
      rpc('admin_hold_decisions', {}).then(
        ({ items }) => client.setQueryData(pendingQuery(userId).queryKey, { items }),
        console.error,
      )
    }
    const place = bar.current
    place?.addEventListener('focusin', hold)
    const timer = setInterval(hold, holdEveryMs)
    return () => {
      place?.removeEventListener('focusin', hold)
      clearInterval(timer)
    }
  }, [bar, isWaiting, client, userId])
}

const undoKeys = ['z'] as const

/** Carries out what is due, a little after its time. Should that fail, the database does it. */
function useDueDecisions(waiting: readonly PendingDecision[]): void {
  const { userId } = useStaff()
  const client = useQueryClient()
  const running = useRef(false)
  const isMore = useRef(false)
  const next = Math.min(...waiting.map(({ due_at }) => Date.parse(due_at)))
  const latest = useRef(waiting)
  latest.current = waiting
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const act = async () => {
      // What falls due while others are carried out has its turn after them.
      isMore.current = true
      if (running.current) return
      running.current = true
      const ended = new Set<string>()
      while (isMore.current) {
        isMore.current = false
        const now = serverNow()
        const isDue = ({ id, due_at }: PendingDecision) => Date.parse(due_at) <= now && !ended.has(id)
        const due = latest.current.filter(isDue).map(({ id }) => id)
        for (const id of due) ended.add(id)
        // A failure is no news: the database carries it out, and the list says how that ended.
        await carryOut(client, userId, due).catch(() => client.invalidateQueries(pendingQuery(userId)))
      }
      running.current = false
    }
    const timer = setTimeout(() => void act(), Math.max(0, next - serverNow()) + 50)
    return () => clearTimeout(timer)
  }, [client, userId, next])
}

function Line({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <li>
      <span className="wrap-anywhere">{text}</span>
      {children}
    </li>
  )
}

type WaitingProps = {
  item: PendingDecision
  /** The one that Z takes back. */
  isLast: boolean
  onNow: () => Promise<void>
}

function WaitingLine({ item, isLast, onNow }: WaitingProps) {
  const undo = useUndo(item)
  const text = decisionText(item.kind, item)
  const carryOutNow = async () => {
    try {
      await onNow()
      announce(`${text}: ausgeführt.`)
    } catch (error) {
      showToast({ title: failureText(error), kind: 'error' })
    }
  }
  const now = useWrite(carryOutNow, { affects: [] })
  useLetterKeys(undoKeys, () => isLast && void undo.run())
  return (
    <Line text={`${text}.`}>
      <Button
        small
        variant="quiet"
        aria-label={`Rückgängig: ${text}`}
        data-undo={isLast ? 'last' : undefined}
        aria-disabled={undo.busy}
        onClick={() => void undo.run()}
      >
        Rückgängig {isLast && <kbd className="queue-key">Z</kbd>}
      </Button>
      <Button
        small
        variant="quiet"
        aria-label={`Jetzt ausführen: ${text}`}
        aria-disabled={now.busy}
        onClick={() => void now.run()}
      >
        Jetzt
      </Button>
    </Line>
  )
}

function FailedLine({ item }: { item: PendingDecision }) {
  const seen = useUndo(item)
  const who = item.is_mine ? '' : ` (von ${item.by ?? 'jemandem, der nicht mehr im Team ist'})`
  return (
    <Line
      text={
        <>
          <b>Nicht ausgeführt{who}:</b> {decisionText(item.kind, item)}. {item.problem}
        </>
      }
    >
      <Button small variant="quiet" aria-disabled={seen.busy} onClick={() => void seen.run()}>
        Gesehen
      </Button>
    </Line>
  )
}

function UnsentLine({ item }: { item: Unsent }) {
  const text = decisionText(item.kind, { count: 1, days: null, posts: null, comments: null, ...item.facts })
  if (item.failure === null) return <Line text={`Wird gespeichert: ${text} …`} />
  return (
    <Line
      text={
        <>
          <b>Noch nicht gespeichert:</b> {text}. {item.failure} Wir versuchen es weiter, solange diese Seite offen ist.
        </>
      }
    >
      <Button small variant="quiet" onClick={() => dropUnsent(item)}>
        Verwerfen
      </Button>
    </Line>
  )
}

function useUndo(item: PendingDecision) {
  const { userId } = useStaff()
  const client = useQueryClient()
  const undo = async () => {
    try {
      await undoDecision(client, userId, item)
    } catch (error) {
      showToast({ title: failureText(error), kind: 'error' })
    }
  }
  return useWrite(undo, { affects: [] })
}

/** In place of the actions for what a colleague has just decided. */
export function DecidedByOther({ by }: { by: string }) {
  return <p className="meta">Entschieden von {by}, wird gleich ausgeführt.</p>
}
