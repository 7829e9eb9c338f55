import { createFileRoute, Outlet } from '@tanstack/react-router'
import { OwnContentFrame } from '#web/features/account/own-content.tsx'

/** Around the two lists; each names itself. */
export const Route = createFileRoute('/account/inhalte')({
  component: () => (
    <OwnContentFrame>
      <Outlet />
    </OwnContentFrame>
  ),
})
