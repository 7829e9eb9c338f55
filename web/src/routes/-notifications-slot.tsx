import { useArrival } from '#web/app/use-arrival.ts'
import { useViewer } from '#web/data/viewer.ts'

const parts = {
  bell: () => import('#web/features/notifications/notification-bell.tsx'),
  entry: () => import('#web/features/notifications/notification-menu-entry.tsx'),
}

/** Empty for guests; then the bell of the header, or the notifications in the account menu. */
export function NotificationsSlot({ part }: { part: keyof typeof parts }) {
  const Part = useArrival(useViewer().state === 'member', parts[part])?.default
  return Part && <Part />
}
