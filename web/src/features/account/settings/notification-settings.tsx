import type { Channel, NotificationSettings as Settings } from '@hot/domain/contract/account/account'
import type { NotificationType } from '@hot/domain/contract/account/notification-data'
import { type NotificationGroup, notificationGroups, notificationTypes } from '@hot/domain/notification/types'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SwitchField } from '#web/ui/forms/switch-field.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { useMember } from '../account-layout.tsx'
import { notificationSettingsQuery } from '../api.ts'
import './notification-settings.css'

type Setting = Settings[number]
type OfType = Setting & { type: NotificationType }

/** What a member can choose for a type. */
const channels = { push: 'App und Gerät', app: 'Nur in der App', off: 'Aus' } as const
type Choice = keyof typeof channels
const isChoice = (value: string): value is Choice => value in channels

type Change = { type: Setting['type']; enabled: boolean; channel: Channel }

/** A newer server may list types for which this build has no words. */
const isKnown = (setting: Setting): setting is OfType => setting.type in notificationTypes

const groups = Object.entries(notificationGroups) as [NotificationGroup, string][]

/**
 * Which notifications the member gets: one switch for all, and each type in one of four groups that open. Types that
 * concern the account itself cannot be turned off.
 */
export function NotificationSettings() {
  const { user } = useMember()
  const query = notificationSettingsQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const change = useChange(query.queryKey)
  if (isError && !data)
    return <ErrorState title="Deine Einstellungen konnten nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <NotificationSettingsSkeleton />
  // An older server has no switch for all.
  const all = data.find(({ type }) => type === 'all')
  const paused = all?.enabled === false
  return (
    <div className="grid gap-4">
      {all && (
        <SwitchField
          label="HoT darf sich melden"
          hint={
            paused
              ? 'Gerade ist Ruhe. Es kommt nur, was sich nicht abschalten lässt. Was du unten gewählt hast, bleibt gemerkt.'
              : 'Worüber und wo, stellst du unten ein.'
          }
          value={!paused}
          onChange={(enabled) => change.mutate({ type: 'all', enabled, channel: all.channel })}
        />
      )}
      <div>
        {groups.map(([group, title]) => {
          const settings = data.filter(isKnown).filter(({ type }) => notificationTypes[type].settings.group === group)
          return (
            <Group
              key={group}
              title={title}
              settings={settings}
              paused={paused}
              onChange={(setting, choice) => change.mutate(changeOf(setting, choice))}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Switched off, a type remembers where it went. */
const changeOf = ({ type, channel }: OfType, choice: Choice): Change =>
  choice === 'off' ? { type, enabled: false, channel } : { type, enabled: true, channel: choice }

/** "3 von 6 an"; while all rest, only what cannot be switched off is on. */
function groupSummary(settings: readonly Pick<Setting, 'enabled' | 'changeable'>[], paused: boolean): string {
  const on = settings.filter(({ enabled, changeable }) => enabled && !(paused && changeable)).length
  return on === settings.length ? 'alle an' : on === 0 ? 'alle aus' : `${on} von ${settings.length} an`
}

type GroupProps = {
  title: string
  settings: OfType[]
  paused: boolean
  onChange: (setting: OfType, choice: Choice) => void
}

function Group({ title, settings, paused, onChange }: GroupProps) {
  if (settings.length === 0) return null
  return (
    <details className="setting-group">
      <summary>
        <h3 className="type-h4">{title}</h3>
        <span className="meta">{groupSummary(settings, paused)}</span>
        <Icon of={ChevronDown} />
      </summary>
      <ul className="pb-3">
        {settings.map((setting) => (
          <Row key={setting.type} setting={setting} onChange={(choice) => onChange(setting, choice)} />
        ))}
      </ul>
    </details>
  )
}

function Row({ setting, onChange }: { setting: OfType; onChange: (choice: Choice) => void }) {
  const { title, text } = notificationTypes[setting.type].settings
  const id = `meldung-${setting.type}`
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="flex-1">
        <h4 id={id} className="font-bold">
          {title}
        </h4>
        <p className="meta">{`${text}${!setting.changeable ? ' Kommt immer.' : ''}`}</p>
      </div>
      {setting.changeable ? (
        <select
          aria-labelledby={id}
          className="field-input w-auto flex-none px-2.5"
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
  const stored = (type: Setting['type']) =>
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

/** The switch and the groups, at their final height. */
function NotificationSettingsSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <VisuallyHidden>
        <p role="status">Deine Einstellungen werden geladen</p>
      </VisuallyHidden>
      <Skeleton className="h-8" />
      <div>
        {groups.map(([group]) => (
          <div key={group} className="flex h-14 items-center gap-4 border-t border-rule">
            <Skeleton className="h-4.5 w-48" />
          </div>
        ))}
      </div>
    </div>
  )
}
