import type { NotificationType, NotificationSettings as Settings } from '@hot/domain/contract/account/account'
import { notificationTypes } from '@hot/domain/notification/types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { notificationSettingsQuery } from '../account-queries.ts'
import { useMember } from '../member.tsx'
import { NotificationSettingsSkeleton } from './notification-settings-skeleton.tsx'

/** Which notifications one gets. Two kinds are about one's own account and always come. */
export function NotificationSettings() {
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
      {data.map((setting) => (
        <Row key={setting.type} setting={setting} onChange={(enabled) => change(setting.type, enabled)} />
      ))}
    </ul>
  )
}

function Row({ setting, onChange }: { setting: Settings[number]; onChange: (enabled: boolean) => void }) {
  const { title, text } = notificationTypes[setting.type].settings
  const id = `meldung-${setting.type}`
  return (
    <li className="flex items-center gap-4 border-t border-rule py-3 first:border-t-0">
      <div className="flex-1">
        <h3 id={id} className="type-h4">
          {title}
        </h3>
        <p className="meta">
          {text}
          {!setting.changeable && ' Kommt immer.'}
        </p>
      </div>
      {setting.changeable ? (
        <Switch aria-labelledby={id} checked={setting.enabled} onChange={onChange} />
      ) : (
        <span className="meta">immer an</span>
      )}
    </li>
  )
}

/** Shown at once; the last tap on a switch wins, and a failure puts it back with a toast. */
function useChange(queryKey: ReturnType<typeof notificationSettingsQuery>['queryKey']) {
  const queryClient = useQueryClient()
  const set = (type: NotificationType, enabled: boolean) =>
    queryClient.setQueryData<Settings>(queryKey, (settings) =>
      settings?.map((setting) => (setting.type === type ? { ...setting, enabled } : setting)),
    )
  const send = async (type: NotificationType, enabled: boolean) => {
    try {
      await rpc('set_notification_setting', { p_type: type, p_enabled: enabled })
    } catch (error) {
      set(type, !enabled)
      showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) })
    }
  }
  // One after the other, in the order of the taps.
  const last = useRef<Promise<void>>(Promise.resolve())
  return (type: NotificationType, enabled: boolean) => {
    set(type, enabled)
    last.current = last.current.then(() => send(type, enabled))
  }
}
