import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { AccountGuard, AccountLayout } from '#web/features/account/account-layout.tsx'
import { AccountSkeleton } from '#web/features/account/skeletons.tsx'

/** Layout of all pages below /account; their data is loaded once the member is known. */
export const Route = createFileRoute('/account')({
  loader: () => ({
    head: pageHead({ title: 'Mein Account', description: 'Dein Account bei HoT.', path: '/account', noindex: true }),
  }),
  head: loadedHead,
  component: AccountArea,
})

function AccountArea() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <AccountGuard skeleton={<AccountSkeleton path={path} />}>
      {(member) => (
        <AccountLayout member={member} path={path}>
          <Outlet />
        </AccountLayout>
      )}
    </AccountGuard>
  )
}
