import { LogIn } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import { LegalNoticeEntry } from './legal-notice-entry.tsx'
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
      <LegalNoticeEntry />
    </>
  )
}
