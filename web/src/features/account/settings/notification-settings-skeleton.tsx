import { notificationTypes } from '@hot/domain/notification/types'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** A row per kind, of the final height. */
export function NotificationSettingsSkeleton() {
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
