import type { NotificationType, NotificationSettings as Settings } from '@hot/domain/contract/account/account'
import { notificationTypes } from '@hot/domain/notification/types'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-frame.tsx'
import { notificationSettingsQuery } from '../api.ts'

type Change = { type: NotificationType; enabled: boolean }
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
        <Row
          key={setting.type}
          setting={setting}
          onChange={(enabled) => change.mutate({ type: setting.type, enabled })}
        />
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

/** Shown at once and sent one after the other; the last tap on a switch wins, and a failure puts it back with a toast. */
function useChange(queryKey: ReturnType<typeof notificationSettingsQuery>['queryKey']) {
  const queryClient = useQueryClient()
  const set = ({ type, enabled }: Change) =>
    queryClient.setQueryData<Settings>(queryKey, (settings) =>
      settings?.map((setting) => (setting.type === type ? { ...setting, enabled } : setting)),
    )
  return useMutation({
    scope: { id: 'notification-settings' },
    mutationFn: ({ type, enabled }: Change) => rpc('set_notification_setting', { p_type: type, p_enabled: enabled }),
    networkMode: 'always',
    retry: false,
    onMutate: set,
    onError: (error, { type, enabled }) => {
      set({ type, enabled: !enabled })
      showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) })
    },
  })
}

/** A row per kind, of the final height. */
function NotificationSettingsSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <p role="status">Deine Einstellungen werden geladen</p>
      </VisuallyHidden>
      {Object.keys(notificationTypes).map((type) => (
        <div key={type} className="flex items-center gap-4 border-t border-rule py-3 first:border-t-0">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4.5 w-40" />
            <Skeleton className="h-3.5 w-60 max-w-full" />
          </div>
          <Skeleton className="h-7.5 w-13 rounded-round" />
        </div>
      ))}
    </div>
  )
}
