import type { Channel, NotificationSettings as Settings } from '@hot/domain/contract/account/account'
import type { NotificationType } from '@hot/domain/contract/account/notification-data'
import { notificationTypes } from '@hot/domain/notification/types'
import { consentChoices } from '@hot/domain/privacy/consent'
import type { ConsentLevel } from '@hot/domain/privacy/storage-keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { chooseTheme, subscribeTheme, type ThemeChoice, themeChoice } from '#web/platform/browser-chrome/theme.ts'
import { consentLevel, storeConsent, subscribeConsent } from '#web/platform/storage/consent.ts'
import { Segmented } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { PageHead, SectionHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-layout.tsx'
import { notificationSettingsQuery } from '../api.ts'
import { BlockedMembers } from './blocked-members.tsx'
import { DigestSettings } from './digest-settings.tsx'
import { Followed } from './followed.tsx'
import { PushSettings } from './push-settings.tsx'
import { TeamMailSettings } from './team-mail-settings.tsx'

/** `/account/einstellungen`: theme, consent to analytics, and notifications. */
export function SettingsPage() {
  const isTeam = useViewer().role !== 'user'
  return (
    <>
      <PageHead title="Einstellungen" intro="Wie HoT aussieht, was es zählen darf und wann es sich meldet." />
      <div className="page-grid lg:grid-rows-[auto_1fr] lg:gap-y-8">
        <div className="grid content-start gap-8 lg:col-span-5">
          <section aria-labelledby="darstellung">
            <SectionHead id="darstellung" title="Darstellung" />
            <ThemeSettings />
          </section>
          <section aria-labelledby="statistik">
            <SectionHead id="statistik" title="Statistik" />
            <ConsentSettings />
          </section>
          <section aria-labelledby="verfolgt">
            <SectionHead id="verfolgt" title="Verfolgt und stumm" />
            <Followed />
          </section>
          <section aria-labelledby="blockiert">
            <SectionHead id="blockiert" title="Blockierte Mitglieder" />
            <BlockedMembers />
          </section>
        </div>
        <section aria-labelledby="meldungen" className="lg:col-span-7 lg:row-span-2">
          <SectionHead id="meldungen" title="Benachrichtigungen" />
          <NotificationSettings />
        </section>
        <div className="grid content-start gap-8 lg:col-span-5 lg:col-start-1 lg:row-start-2">
          <section aria-labelledby="zusammenfassung">
            <SectionHead id="zusammenfassung" title="Per Mail" />
            <DigestSettings />
          </section>
          {isTeam && <TeamMailSettings />}
          <PushSettings />
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
  full: 'HoT zählt mit, woher du kommst, welche Seiten du öffnest und was du dort machst. Mit „Nur notwendiges“ hört das sofort auf.',
}

/** Consent to analytics. Applies on this device immediately, on the account's other devices once they synchronise. */
function ConsentSettings() {
  const chosen = useSyncExternalStore(subscribeConsent, consentLevel, unknown)
  return (
    <div className="grid justify-items-start gap-3">
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

/** What a member can choose for a type. */
const channels = { push: 'App und Gerät', app: 'Nur in der App', off: 'Aus' } as const
type Choice = keyof typeof channels
const isChoice = (value: string): value is Choice => value in channels

type Change = { type: NotificationType; enabled: boolean; channel: Channel }

/** Which notifications the member gets. Types that concern the account itself cannot be turned off. */
function NotificationSettings() {
  const { user } = useMember()
  const query = notificationSettingsQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const change = useChange(query.queryKey)
  if (isError && !data)
    return <ErrorState title="Deine Einstellungen konnten nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <NotificationSettingsSkeleton />
  if (data.length === 0) return <EmptyState emoji="🔕" title="Hier gibt es gerade nichts einzustellen." />
  return (
    <ul>
      {data.filter(isKnown).map((setting) => (
        <Row key={setting.type} setting={setting} onChange={(choice) => change.mutate(changeOf(setting, choice))} />
      ))}
    </ul>
  )
}

/** A newer server may list types for which this build has no words. */
const isKnown = ({ type }: Settings[number]) => type in notificationTypes

/** Switched off, a type remembers where it went. */
const changeOf = ({ type, channel }: Settings[number], choice: Choice): Change =>
  choice === 'off' ? { type, enabled: false, channel } : { type, enabled: true, channel: choice }

function Row({ setting, onChange }: { setting: Settings[number]; onChange: (choice: Choice) => void }) {
  const { title, text } = notificationTypes[setting.type].settings
  const id = `meldung-${setting.type}`
  return (
    <li className="flex items-center gap-4 border-t border-rule py-3 first:border-t-0">
      <div className="flex-1">
        <h3 id={id} className="type-h4">
          {title}
        </h3>
        <p className="meta">{`${text}${!setting.changeable ? ' Kommt immer.' : ''}`}</p>
      </div>
      {setting.changeable ? (
        <select
          aria-labelledby={id}
          className="field-input w-auto max-w-44"
          value={setting.enabled ? setting.channel : 'off'}
          onChange={({ target }) => isChoice(target.value) && onChange(target.value)}
        >
          {Object.entries(channels).map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <span className="meta">immer an</span>
      )}
    </li>
  )
}

/** Optimistic changes, sent one after the other; a failure rolls back with a toast. */
function useChange(queryKey: ReturnType<typeof notificationSettingsQuery>['queryKey']) {
  const queryClient = useQueryClient()
  const set = ({ type, enabled, channel }: Change) =>
    queryClient.setQueryData<Settings>(queryKey, (settings) =>
      settings?.map((setting) => (setting.type === type ? { ...setting, enabled, channel } : setting)),
    )
  const stored = (type: NotificationType) =>
    queryClient.getQueryData<Settings>(queryKey)?.find((setting) => setting.type === type)
  return useMutation({
    scope: { id: 'notification-settings' },
    mutationFn: ({ type, enabled, channel }: Change) =>
      rpc('set_notification_setting', { p_type: type, p_enabled: enabled, p_channel: channel }),
    networkMode: 'always',
    retry: false,
    onMutate: (change) => {
      const before = stored(change.type)
      set(change)
      return before
    },
    onError: (error, _change, before) => {
      if (before) set(before)
      showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) })
    },
  })
}

/** What only staff are told is one row more for them. */
const skeletonTypes = Object.entries(notificationTypes).filter(([, { teamOnly }]) => !teamOnly)

/** One row per type, at its final height. */
function NotificationSettingsSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <p role="status">Deine Einstellungen werden geladen</p>
      </VisuallyHidden>
      {skeletonTypes.map(([type]) => (
        <div key={type} className="flex items-center gap-4 border-t border-rule py-3 first:border-t-0">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4.5 w-40" />
            <Skeleton className="h-3.5 w-60 max-w-full" />
          </div>
          <Skeleton className="h-12 w-36" />
        </div>
      ))}
    </div>
  )
}
