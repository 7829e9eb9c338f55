import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoginLink } from '#web/entities/member/sign-in-required.tsx'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { Logo } from './logo.tsx'
import { AccountMenu, type NotificationSlots } from './menus/account-menu.tsx'
import { MainMenu } from './menus/main-menu.tsx'

type Props = {
  search: ReactNode
  notifications: NotificationSlots
}

/** `search` is the slot for the search button; the shell knows no feature. */
export function Header({ search, notifications }: Props) {
  return (
    <header className="site-header">
      <div>
        <Link to="/" className="home-link" aria-label="HoT Startseite">
          <Logo />
        </Link>
        <MainMenu />
        {search}
        <AccountMenu notifications={notifications} />
        <LoginLink className={`${buttonClass({ variant: 'strong', small: true })} lg:hidden`}>Login</LoginLink>
      </div>
    </header>
  )
}
