import { badgeText } from '@hot/domain/notification/limits'
import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam } from '@hot/domain/url/search-param'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { letterKeysOn } from '#web/platform/storage/letter-keys.ts'
import { Segmented } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'

export type ScreenProps = {
  /** The `:id` of the address; empty where it has none. */
  id: string
}

type AdminHeadProps = {
  title: ReactNode
  intro?: ReactNode
  /** Main action or controls. */
  children?: ReactNode
}

/** Header of an admin screen; actions are beside it, below it on phones. */
export function AdminHead({ title, intro, children }: AdminHeadProps) {
  return (
    <header className="admin-head">
      <div>
        <h1>{title}</h1>
        {intro && <p className="meta">{intro}</p>}
      </div>
      {children && <div className="admin-head-actions">{children}</div>}
    </header>
  )
}

/** One row of compact fields above a list; wraps on phones. Children are `SelectField`, `AdminSearchField`, `Segmented`. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <search className="filter-bar">{children}</search>
}

type AdminSearchFieldProps = {
  label: string
  /** The term that the list is filtered by. */
  value: string
  /** Called with the trimmed term after a pause in typing, immediately on Enter. */
  onChange: (term: string) => void
  placeholder?: string
}

/** Search as you type above a list. Typing is never overwritten; a new `value` shows after a pause. */
export function AdminSearchField({ label, value, onChange, placeholder = 'Suchen...' }: AdminSearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value
  }, [value])
  const searchIn = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(input.current?.value.trim() ?? ''), delay)
  }
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="search"
          defaultValue={value}
          maxLength={searchQueryMax}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={() => searchIn(searchDebounceMs)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            searchIn(0)
          }}
        />
      )}
    </Field>
  )
}

type Given = Readonly<Record<string, unknown>>
type How = { push?: boolean; isSaved?: boolean }

/**
 * Filters and the open item of a screen, stored in the URL. `read` parses the raw search params (values are
 * text; invalid ones become undefined): the readers of `@hot/domain/url/search-param`, or a zod schema's `parse` with `catch`es.
 * Define it outside the component. Setting merges; `undefined` removes a value. Without `push` no history entry is added: an open
 * dialog is a step anyway. With `isSaved` forms do not ask about unsaved changes.
 */
export function useAdminSearch<Search extends object>(
  read: (given: Record<string, unknown>) => Search,
): [search: Search, setSearch: (changes: Partial<Search>, how?: How) => void] {
  const router = useRouter()
  const given: Given = useRouterState({ select: (state) => state.location.search })
  const search = useMemo(() => read({ ...given }), [given, read])
  const setSearch = useCallback(
    (changes: Partial<Search>, how: How = {}) => {
      const { pathname, search: now } = router.state.location
      const next: Record<string, unknown> = { ...now, ...changes }
      void router.navigate({
        to: pathname,
        search: next,
        replace: !how.push,
        resetScroll: false,
        ignoreBlocker: how.isSaved,
      })
    },
    [router],
  )
  return [search, setSearch]
}

type AdminLinkProps = {
  /** `/admin/…`; the router has no separate route for each of these paths (ADR 010). */
  to: string
  search?: Readonly<Record<string, string>>
  className?: string
  children: ReactNode
}

/** A link into the admin area. */
export function AdminLink({ to, search, className, children }: AdminLinkProps) {
  return (
    <Link to={to} search={search ?? {}} className={className}>
      {children}
    </Link>
  )
}

/** Whether a text field or an open dialog takes letter keys. */
function isTaken(target: EventTarget | null, inDialog: boolean): boolean {
  if (!inDialog && document.querySelector('[role=dialog]')) return true
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]') !== null
  )
}

/** Calls `press` for these letter keys, regardless of the focus. `keys` must not change. `inDialog`: they are a dialog's. */
export function useLetterKeys<Key extends string>(
  keys: readonly Key[],
  press: (key: Key) => void,
  { inDialog = false } = {},
): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      const pressed = keys.find((key) => key === event.key.toLowerCase())
      if (!pressed || !letterKeysOn() || isTaken(event.target, inDialog)) return
      event.preventDefault()
      latest.current(pressed)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [keys, inDialog])
}

/** Puts the focus on an entry that a key has moved to, so that it is read and Tab goes on in it. */
export function focusEntry(id: string): void {
  const entry = document.getElementById(id)
  if (!entry) return
  entry.tabIndex = -1
  entry.focus({ preventScroll: true })
  // Only for keys: a card that moves under a finger makes the press miss its button, or hit another.
  entry.scrollIntoView({ block: 'nearest' })
}

/** How many things wait at a place of the menu; nothing for none. */
export function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="admin-count">
      {badgeText(count)}
      <VisuallyHidden> offen</VisuallyHidden>
    </span>
  )
}

/** What lists of requests are about: open ones, which is not in the URL, or those that are decided. */
export type DecidedSearch = { stand?: 'entschieden' | undefined }
export const readDecidedSearch = (given: Record<string, unknown>): DecidedSearch => ({
  stand: choiceParam(given.stand, ['entschieden']),
})

const decidedTabs = [
  { stand: undefined, label: 'Offen' },
  { stand: 'entschieden', label: 'Entschieden' },
] as const satisfies readonly (DecidedSearch & { label: string })[]

type DecidedTabsProps = { search: DecidedSearch; onChange: (next: DecidedSearch, options: { push: true }) => void }

/** Switches between open and decided requests. */
export function DecidedTabs({ search, onChange }: DecidedTabsProps) {
  return (
    <Segmented label="Stand">
      {decidedTabs.map(({ stand, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={search.stand === stand}
          onClick={() => onChange({ stand }, { push: true })}
        >
          {label}
        </button>
      ))}
    </Segmented>
  )
}
