import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { useArrival } from '#web/ui/hooks/use-lazy-module.ts'

const parts = {
  bell: () => import('./notification-bell.tsx'),
  entry: () => import('./notification-menu-entry.tsx'),
}

/** Empty for guests; then the bell of the header, or the notifications in the account menu. */
export function NotificationsSlot({ part }: { part: keyof typeof parts }) {
  const Part = useArrival(useViewer().state === 'member', parts[part])?.default
  return Part && <Part />
}
