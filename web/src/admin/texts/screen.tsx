import type { AdminTexts } from '@hot/domain/contract/admin/settings'
import type { Json } from '@hot/domain/contract/database.types'
import type { SiteTextName } from '@hot/domain/settings/site-texts'
import { longDateTime } from '@hot/domain/time/german-date'
import { choiceParam } from '@hot/domain/url/search-param'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button, Segmented } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useStaff } from '../kit/access.tsx'
import type { StoredNow } from '../kit/conflict/use-conflict.ts'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { AdminHead, useAdminSearch } from '../kit/screen.tsx'
import { AccessibilityForm, GuidelinesForm, OperatorForm, ReasonsForm } from './text-forms.tsx'

const tabs = {
  vorlagen: 'reasons',
  regeln: 'guidelines',
  barrierefreiheit: 'accessibility',
  betreiber: 'operator',
} as const satisfies Record<string, SiteTextName>
type Tab = keyof typeof tabs
const tabNames = Object.keys(tabs) as Tab[]
const tabTitles: Readonly<Record<Tab, string>> = {
  vorlagen: 'Vorlagen',
  regeln: 'Regeln',
  barrierefreiheit: 'Barrierefreiheit',
  betreiber: 'Impressum',
}

const textsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', userId, 'texts'],
    queryFn: ({ signal }) => rpc('admin_texts_page', {}, signal),
    staleTime: 0,
    meta: { personal: true },
  })

/** `/admin/texts`: templates of reasons, rules, and the operator's data on the legal pages. */
export default function TextsScreen() {
  const { userId } = useStaff()
  const [search, setSearch] = useAdminSearch((given) => ({ text: choiceParam(given.text, tabNames) }))
  const tab = search.text ?? 'vorlagen'
  const [resets, setResets] = useState(0)
  const { data, isError, refetch } = useQuery(textsQuery(userId))
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title="Texte" intro="Was du hier nicht änderst, bleibt so, wie HoT es mitbringt.">
        <Segmented label="Text">
          {tabNames.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === tab}
              onClick={() => setSearch({ text: name === 'vorlagen' ? undefined : name })}
            >
              {tabTitles[name]}
            </button>
          ))}
        </Segmented>
      </AdminHead>
      {isError && !data && <ErrorState title="Die Texte konnten nicht geladen werden" onRetry={() => void refetch()} />}
      {!data && !isError && (
        <div role="status" aria-label="Texte werden geladen">
          <Skeleton className="h-80" />
        </div>
      )}
      {data && <OwnText key={`${tab} ${resets}`} texts={data} tab={tab} onReset={() => setResets(resets + 1)} />}
    </div>
  )
}

type OwnTextProps = { texts: AdminTexts; tab: Tab; onReset: () => void }

function OwnText({ texts: given, tab, onReset }: OwnTextProps) {
  // The version the form was filled from: a refetch must neither empty the form nor make it look current.
  const [texts, setTexts] = useState(given)
  const { userId } = useStaff()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const name = tabs[tab]
  const own = texts[name]
  const [version, setVersion] = useState(own?.updated_at ?? null)
  const save = (content: Json) => rpc('admin_save_text', { p_name: name, p_seen: version, p_content: content })
  const take = (now: AdminTexts) => {
    setTexts(now)
    setVersion(now[name]?.updated_at ?? null)
  }
  const onSaved = (saved: AdminTexts) => {
    client.setQueryData(textsQuery(userId).queryKey, saved)
    take(saved)
    showToast({ title: 'Gespeichert' })
  }
  const loadAs = async <Fields,>(fieldsOf: (texts: AdminTexts) => Fields): Promise<StoredNow<Fields>> => {
    const now = await rpc('admin_texts_page', {})
    const { updated_at, updated_by_name } = now[name] ?? { updated_at: null, updated_by_name: null }
    return { fields: fieldsOf(now), at: updated_at, by: updated_by_name, take: () => void take(now) }
  }
  const form = { texts, save, version, setVersion, onSaved, loadAs }
  return (
    <div className="grid max-w-192 grid-cols-1 gap-4">
      {own && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="meta">{`Zuletzt geändert von ${own.updated_by_name ?? 'Unbekannt'}, ${longDateTime(own.updated_at)}.`}</p>
          <Button small variant="quiet" onClick={() => setAsking(true)}>
            Zurück zum Mitgelieferten
          </Button>
        </div>
      )}
      {name === 'reasons' && <ReasonsForm {...form} />}
      {name === 'guidelines' && <GuidelinesForm {...form} />}
      {name === 'accessibility' && <AccessibilityForm {...form} />}
      {name === 'operator' && <OperatorForm {...form} />}
      {asking && (
        <ConfirmDialog
          title="Zurück zum Mitgelieferten?"
          text="Was ihr hier selbst geschrieben habt, ist dann weg."
          confirm="Zurücksetzen"
          onConfirm={async () => onSaved(await save(null))}
          onDone={onReset}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
