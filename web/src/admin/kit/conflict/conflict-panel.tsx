import { textDifference } from '@hot/domain/merge/text-difference'
import { isDay } from '@hot/domain/time/berlin-time'
import { longDateTime, longDay } from '@hot/domain/time/german-date'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import type { ConflictView, Row } from './use-conflict.ts'

/** Below a form, when somebody else has saved the same thing meanwhile. */
export function ConflictPanel({ view }: { view: ConflictView }) {
  if (!view) return null
  if (view.isGone) return <Gone hasBin={view.hasBin} />
  if (view.rows.length === 0) return <Joined view={view} />
  return <Questions view={view} />
}

type Shown = NonNullable<ConflictView>

const whoAndWhen = ({ by, at }: Shown) =>
  `${by ?? 'Jemand anders'} hat inzwischen gespeichert${at ? `, am ${longDateTime(at)}` : ''}.`

const listed = new Intl.ListFormat('de-DE')

function Gone({ hasBin }: { hasBin: boolean }) {
  return (
    <div role="alert" className="callout grid justify-items-start gap-2">
      <p>
        <b>Das hat inzwischen jemand gelöscht.</b>{' '}
        <span>
          {hasBin
            ? 'Was du eingetragen hast, steht noch hier. Liegt es im Papierkorb, holen Admins es von dort zurück. Danach kannst du hier speichern.'
            : 'Was du eingetragen hast, steht noch hier. Kopier, was du brauchst, und leg es neu an.'}
        </span>
      </p>
      {hasBin && (
        <a href="/admin/bin" target="_blank" rel="noreferrer" className="link">
          Papierkorb in neuem Tab öffnen
        </a>
      )}
    </div>
  )
}

function Joined({ view }: { view: Shown }) {
  return (
    <p role="alert" className="callout">
      <span>{whoAndWhen(view)}</span>{' '}
      <span>
        {view.taken.length > 0
          ? `Neu von dort: ${listed.format(view.taken)}. Deine Änderungen sind alle noch da. Schau kurz drüber und speicher.`
          : 'Deine Änderungen sind alle noch da. Schau kurz drüber und speicher.'}
      </span>
    </p>
  )
}

function Questions({ view }: { view: Shown }) {
  const id = useId()
  const head = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLElement>(null)
  const { rows, missing, at } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new conflict is led to.
  useEffect(() => head.current?.focus(), [at])
  useEffect(() => {
    if (missing > 0) list.current?.querySelector<HTMLElement>('[data-open] button')?.focus()
  }, [missing])
  return (
    <section ref={list} aria-labelledby={id} className="callout grid gap-4">
      <div className="grid gap-1">
        <h3 id={id} ref={head} tabIndex={-1} className="type-h4">
          Ihr habt beide geändert
        </h3>
        <p>
          <span>{whoAndWhen(view)}</span> <span>Wähl, was gelten soll, und speicher dann noch einmal.</span>
        </p>
        {view.taken.length > 0 && <p className="meta">{`Schon übernommen: ${listed.format(view.taken)}.`}</p>}
      </div>
      {rows.map((row) => (
        <Question key={row.key} row={row} isMissing={missing > 0 && row.choice === null} by={view.by} />
      ))}
    </section>
  )
}

function Question({ row, isMissing, by }: { row: Row; isMissing: boolean; by: string | null }) {
  const { label, mine, theirs, choice, choose } = row
  return (
    <fieldset className="grid min-w-0 gap-2 border-rule border-t-2 pt-3" {...(choice === null && { 'data-open': '' })}>
      <legend className="sr-only">{label}</legend>
      <p aria-hidden="true">
        <b>{label}</b>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="grid min-w-0 content-between justify-items-start gap-2">
          <div className="min-w-0 max-w-full">
            <p className="meta">{by ? `Von ${by}` : 'Ihres'}</p>
            <Value row={row} value={theirs} other={mine} />
          </div>
          <Button
            small
            aria-pressed={choice === 'theirs'}
            aria-label={`${label}: Ihres nehmen`}
            onClick={() => choose('theirs')}
          >
            {choice === 'theirs' ? '✓ Ihres nehmen' : 'Ihres nehmen'}
          </Button>
        </div>
        <div className="grid min-w-0 content-between justify-items-start gap-2">
          <div className="min-w-0 max-w-full">
            <p className="meta">Meins</p>
            <Value row={row} value={mine} other={theirs} />
          </div>
          <Button
            small
            aria-pressed={choice === 'mine'}
            aria-label={`${label}: Meins behalten`}
            onClick={() => choose('mine')}
          >
            {choice === 'mine' ? '✓ Meins behalten' : 'Meins behalten'}
          </Button>
        </div>
      </div>
      {isMissing && <FormFailure text={`${label}: Wähl erst, was gelten soll.`} />}
    </fieldset>
  )
}

/** Longer texts are folded. */
const foldedFrom = 160
/** So many characters around a difference are shown. */
const around = 50

function Value({ row, value, other }: { row: Row; value: unknown; other: unknown }) {
  const shown = row.show ? row.show(value) : value
  if (
    typeof shown === 'string' &&
    typeof other === 'string' &&
    (shown.length > foldedFrom || other.length > foldedFrom)
  )
    return <LongText text={shown} other={other} />
  return <div className="whitespace-pre-wrap wrap-anywhere">{readable(shown)}</div>
}

function LongText({ text, other }: { text: string; other: string }) {
  const { before, changed, after } = textDifference(text, other)
  return (
    <>
      <p className="whitespace-pre-wrap wrap-anywhere">
        <span>{`${before.length > around ? '… ' : ''}${before.slice(-around)}`}</span>
        {changed.trim() ? (
          <mark className="bg-hot-soft text-ink">{changed}</mark>
        ) : (
          <i className="meta">(hier steht nichts)</i>
        )}
        <span>{`${after.slice(0, around)}${after.length > around ? ' …' : ''}`}</span>
      </p>
      <details>
        <summary className="link">Ganzer Text</summary>
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      </details>
    </>
  )
}

/** A colour as people see it. */
export const ColorName = ({ color }: { color: string }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className="inline-block size-4 border-2 border-ink" style={{ background: color }} />
    <span>{color}</span>
  </span>
)

/** A value as people read it. */
function readable(value: unknown): ReactNode {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nein'
  if (value === '' || value === null || value === undefined) return <i className="meta">leer</i>
  if (typeof value === 'string') return isDay(value) ? longDay(value) : value
  if (Array.isArray(value)) {
    const names = value.map((item: { name: string }) => item.name)
    return names.length > 0 ? names.join(', ') : <i className="meta">leer</i>
  }
  return value as ReactNode
}
