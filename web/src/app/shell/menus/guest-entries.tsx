import LogIn from 'lucide-react/icons/log-in'
import { LoginLink } from '#web/entities/member/sign-in-required.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { LegalNoticeEntry } from './legal-notice-entry.tsx'

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
