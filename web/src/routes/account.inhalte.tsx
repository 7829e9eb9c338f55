import { createFileRoute, Outlet } from '@tanstack/react-router'
import { OwnContentLayout } from '#web/features/account/own-content.tsx'

/** Layout of the two lists; each sets its own title. */
export const Route = createFileRoute('/account/inhalte')({
  component: () => (
    <OwnContentLayout>
      <Outlet />
    </OwnContentLayout>
  ),
})
