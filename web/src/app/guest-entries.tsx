import { Link } from '@tanstack/react-router'
import { LogIn, Scale } from 'lucide-react'
import { isNative } from '#web/platform/shell-kind.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LoginLink } from './login-link.tsx'

/** What the account menu offers a guest besides the theme: Login, and in the native shells the legal notice. */
export function GuestEntries() {
  return (
    <>
      <li>
        <LoginLink className="menu-item">
          <Icon of={LogIn} />
          Login
        </LoginLink>
      </li>
      {isNative && <LegalNoticeEntry />}
    </>
  )
}

/** Specification §2: only on native apps; the website has it in its footer. */
export function LegalNoticeEntry() {
  return (
    <li>
      <Link className="menu-item" to="/impressum">
        <Icon of={Scale} />
        Impressum
      </Link>
    </li>
  )
}
