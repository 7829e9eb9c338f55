import type { OwnSearchListing } from '@hot/domain/contract/account/account'
import { type ConsentLevel, consentChoices, consentQuestion } from '@hot/domain/privacy/consent'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { LetterKeysSwitch } from '#web/entities/member/letter-keys-switch.tsx'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { chooseTheme, subscribeTheme, type ThemeChoice, themeChoice } from '#web/platform/browser-chrome/theme.ts'
import { consentLevel, storeConsent, subscribeConsent } from '#web/platform/storage/consent.ts'
import { Segmented } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SwitchField } from '#web/ui/forms/switch-field.tsx'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-layout.tsx'
import { searchListingQuery } from '../api.ts'
import { DigestSettings, TeamMailSettings } from './mail-settings.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { BlockedMembers, Followed } from './own-ties.tsx'
import { PushSettings } from './push-settings.tsx'

/** `/account/einstellungen`: theme, notifications, ties to others, search engines, consent to analytics, and keys. */
export function SettingsPage() {
  const isTeam = useViewer().role !== 'user'
  return (
    <>
      <PageHead title="Einstellungen" intro="Wie HoT aussieht, was es zählen darf und wann es sich meldet." />
      {/* On a phone what people come for is on top, and keys, which phones lack, at the end. */}
      <div className="page-grid lg:grid-rows-[auto_1fr] lg:gap-y-8">
        <section aria-labelledby="darstellung" className="lg:col-span-5">
          <SectionHead id="darstellung" title="Darstellung" />
          <ThemeSettings />
        </section>
        <div className="grid content-start gap-8 lg:col-span-7 lg:row-span-2">
          <section aria-labelledby="meldungen">
            <SectionHead id="meldungen" title="Benachrichtigungen" />
            <NotificationSettings />
          </section>
          <section aria-labelledby="zusammenfassung">
            <SectionHead id="zusammenfassung" title="Per Mail" />
            <DigestSettings />
          </section>
          {isTeam && <TeamMailSettings />}
          <PushSettings />
        </div>
        <div className="grid content-start gap-8 lg:col-span-5 lg:col-start-1 lg:row-start-2">
          <section aria-labelledby="verfolgt">
            <SectionHead id="verfolgt" title="Gefolgt und stumm" />
            <Followed />
          </section>
          <section aria-labelledby="blockiert">
            <SectionHead id="blockiert" title="Blockierte Mitglieder" />
            <BlockedMembers />
          </section>
          <section aria-labelledby="suchmaschinen">
            <SectionHead id="suchmaschinen" title="Suchmaschinen" />
            <SearchListing />
          </section>
          <section aria-labelledby="statistik">
            <SectionHead id="statistik" title="Statistik" />
            <ConsentSettings />
          </section>
          <section aria-labelledby="tasten">
            <SectionHead id="tasten" title="Tasten" />
            <LetterKeysSwitch />
          </section>
        </div>
      </div>
    </>
  )
}

const choices: readonly { choice: ThemeChoice; title: string }[] = [
  { choice: 'light', title: 'Hell' },
  { choice: 'dark', title: 'Dunkel' },
  { choice: 'system', title: 'System' },
]

/** Light, dark, or as on the device. Applied immediately and stored on this device. */
function ThemeSettings() {
  const chosen = useSyncExternalStore(subscribeTheme, themeChoice, () => null)
  return (
    <div className="grid justify-items-start gap-3">
      <Segmented label="Darstellung">
        {choices.map(({ choice, title }) => (
          <button key={choice} type="button" aria-pressed={chosen === choice} onClick={() => chooseTheme(choice)}>
            {title}
          </button>
        ))}
      </Segmented>
      <p className="meta">„System“ macht es wie dein Gerät. Gilt nur hier, nicht auf deinen anderen Geräten.</p>
    </div>
  )
}

const unknown = () => null

const effects: Readonly<Record<ConsentLevel, string>> = {
  none: 'Du hast noch nichts gewählt. Solange wird nichts gezählt.',
  essential: 'Es wird nichts gezählt, und was hier fürs Zählen gespeichert war, ist weg.',
  full: 'Du hast zugestimmt. Mit „Nur notwendiges“ hört das Zählen sofort auf, und was gezählt wurde, löschen wir.',
}

/** A member's consent to analytics. Applies here immediately, on the account's other devices once they synchronise. */
function ConsentSettings() {
  const chosen = useSyncExternalStore(subscribeConsent, consentLevel, unknown)
  return (
    <div className="grid justify-items-start gap-3">
      <p>{consentQuestion.text}</p>
      <Segmented label="Was gezählt werden darf">
        {consentChoices.map(({ level, title }) => (
          <button key={level} type="button" aria-pressed={chosen === level} onClick={() => storeConsent(level)}>
            {title}
          </button>
        ))}
      </Segmented>
      <p className="meta">
        <span role="status">{chosen && effects[chosen]}</span> Gilt für dein Konto, auf allen Geräten. Genaueres steht
        im{' '}
        <Link to="/datenschutz" hash="statistik" className="link">
          Datenschutz
        </Link>
        .
      </p>
    </div>
  )
}

/** What the choice means now. Listed pages vanish from a search once it has asked for them again, which is not ours to hurry. */
function effectOf({ wanted, listed }: OwnSearchListing): string {
  if (!wanted)
    return 'Dein Profil sagt Suchmaschinen, dass sie es nicht zeigen sollen. Bis es dort weg ist, kann es ein paar Wochen dauern.'
  if (listed) return 'Dein Profil darf in Suchmaschinen stehen.'
  return 'Noch zeigt es keine: Dein Profil darf erst hinein, wenn etwas von dir öffentlich ist, und nicht während einer Sperre.'
}

/** Whether search engines may show the member's profile. */
function SearchListing() {
  const { user } = useMember()
  const query = searchListingQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (wanted: boolean) => rpc('set_search_listing', { p_wanted: wanted }),
    scope: { id: 'search-listing' },
    networkMode: 'always',
    retry: false,
    onMutate: (wanted) => {
      if (data) client.setQueryData<OwnSearchListing>(query.queryKey, { ...data, wanted })
      return data
    },
    onSuccess: (stored) => client.setQueryData<OwnSearchListing>(query.queryKey, stored),
    onError: (error, _wanted, before) => {
      client.setQueryData<OwnSearchListing>(query.queryKey, before)
      showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) })
    },
  })
  if (isError && !data)
    return <ErrorState title="Deine Wahl konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  return (
    <div className="grid gap-3">
      <SwitchField
        label="Suchmaschinen dürfen mein Profil zeigen"
        hint="Gilt für dein Profil, die Liste deiner Kommentare und deine Lieblingsstars. Deine Beiträge selbst sind öffentlich und bleiben auffindbar."
        value={data.wanted}
        onChange={mutate}
      />
      <p className="meta" role="status">
        {effectOf(data)}
      </p>
    </div>
  )
}
