import type { AdminBadges, PickedEntity, PickKind } from '@hot/domain/contract/admin/staff'
import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import { firstCharacters } from '@hot/domain/text/sanitize-text'
import { searchFold } from '@hot/domain/text/search-fold'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { ComboboxList, ComboboxStatus, useCombobox, useDebounced } from '#web/ui/forms/combobox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from './kit/access.tsx'
import { Waiting } from './kit/screen.tsx'
import { isOpenTo, makers, type NavEntry, navGroups, waitingAt } from './navigation.ts'

/** A place of the admin area to jump to. */
type PaletteEntry = { path: string; title: string; hint: string; badge?: NavEntry['badge'] }

/** Where the focus is at first: in the field, or on the list, so that a phone shows no keyboard. */
export type PaletteStart = 'field' | 'list'

/** Every place the staff member may go to: the menu, then where something is made. */
export function palettePlaces(isAdmin: boolean): PaletteEntry[] {
  const isOpen = isOpenTo(isAdmin)
  const place = ({ path, title, badge }: NavEntry, hint: string) => ({ path, title, hint, ...(badge && { badge }) })
  return [
    ...navGroups.flatMap((group) => group.entries.filter(isOpen).map((entry) => place(entry, group.title))),
    ...makers()
      .filter(isOpen)
      .map((entry) => place(entry, entry.group)),
  ]
}

/** Places whose title contains every typed word, in order; all of them for an empty text. */
export function placesFor(text: string, places: readonly PaletteEntry[]): PaletteEntry[] {
  const words = searchFold(text).split(' ').filter(Boolean)
  return places.filter(({ title }) => words.every((word) => searchFold(title).includes(word)))
}

const kinds: Readonly<Record<PickKind, { folder: string; name: string }>> = {
  star: { folder: 'stars', name: 'Star' },
  format: { folder: 'formats', name: 'Format' },
  season: { folder: 'seasons', name: 'Staffel' },
  member: { folder: 'users', name: 'Nutzer' },
}

/** The kinds of items a staff member may open by name. */
export const kindsOpenTo = (isAdmin: boolean): PickKind[] =>
  isAdmin ? ['star', 'format', 'season', 'member'] : ['star', 'format', 'season']

/** The edit screen of a search result. */
export const entryOf = (kind: PickKind, { id, title, hint }: PickedEntity): PaletteEntry => ({
  path: `/admin/${kinds[kind].folder}/edit/${id}`,
  title,
  hint: hint ? `${kinds[kind].name} · ${hint}` : kinds[kind].name,
})

/** Arrow keys select, Enter opens; the focus stays in the field. */
type Props = { start: PaletteStart; badges: AdminBadges | undefined; onClose: () => void }

export default function PaletteDialog({ start, badges, onClose }: Props) {
  const { isAdmin } = useStaff()
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const { entries, state } = usePaletteResults(text, isAdmin)
  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    void router.navigate({ to: entry.path })
  }
  const combobox = useCombobox({
    text,
    count: entries.length,
    onTake: (index) => open(entries[index]),
    alwaysMarks: true,
    onEscape: onClose,
  })
  return (
    <Dialog open onClose={onClose} title="Springen zu …" wide startAt={start === 'field' ? field : list}>
      <Field label="Seite oder Name">
        {(control) => (
          <input
            {...control}
            {...combobox.fieldProps}
            ref={field}
            autoComplete="off"
            spellCheck={false}
            maxLength={searchQueryMax}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <ComboboxList
        combobox={combobox}
        {...combobox.listKeys}
        ref={list}
        label="Ziele"
        className="picker-options palette-places"
      >
        {entries.map((entry, index) => (
          <button key={entry.path} type="button" {...combobox.optionProps(index)}>
            <b>{entry.title}</b>
            <span className="meta">{entry.hint}</span>
            <Waiting count={waitingAt(entry, badges)} />
          </button>
        ))}
      </ComboboxList>
      <ComboboxStatus
        state={state}
        count={entries.length}
        loading="Sucht …"
        empty="Nichts gefunden. Prüf die Schreibweise."
      />
      {state === 'failed' && (
        <p role="alert" className="meta">
          Die Suche nach Namen hat nicht geklappt. Tipp weiter.
        </p>
      )}
    </Dialog>
  )
}

const perKind = 4
/** A single letter would match too much. */
const shortest = 2

async function pick(kind: PickKind, query: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const found = await rpc('admin_pick', { p_kind: kind, p_query: query }, signal)
  return found.slice(0, perKind).map((one) => entryOf(kind, one))
}

type PaletteResults = { entries: PaletteEntry[]; state: 'ready' | 'loading' | 'failed' }

/** Places immediately; stars, formats, seasons and members after a pause in typing. */
function usePaletteResults(text: string, isAdmin: boolean): PaletteResults {
  const typed = firstCharacters(text.trim(), searchQueryMax)
  const query = useDebounced(typed, searchDebounceMs)
  const found = useQuery({
    queryKey: ['admin', 'palette', isAdmin, query],
    queryFn: async ({ signal }) =>
      (await Promise.all(kindsOpenTo(isAdmin).map((kind) => pick(kind, query, signal)))).flat(),
    enabled: query.length >= shortest,
    staleTime: 0,
    meta: { personal: true },
  })
  const places = placesFor(typed, palettePlaces(isAdmin))
  if (typed.length < shortest) return { entries: places, state: 'ready' }
  if (found.isError && typed === query) return { entries: places, state: 'failed' }
  if (typed !== query || !found.data) return { entries: places, state: 'loading' }
  return { entries: [...places, ...found.data], state: 'ready' }
}
