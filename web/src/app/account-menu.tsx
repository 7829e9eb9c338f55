import { Link } from '@tanstack/react-router'
import { CircleUserRound, LogIn, Scale } from 'lucide-react'
import { isNative } from '#web/platform/shell-kind.ts'
import { Icon } from '#web/ui/icon.tsx'
import { guestEntries } from './account-entries.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import { useDisclosures } from './use-disclosures.ts'

const icons = { login: LogIn, legal: Scale }

export function AccountMenu() {
  const ref = useDisclosures<HTMLDivElement>()
  return (
    <div ref={ref} className="relative">
      <details>
        <summary className="icon-btn" aria-label="Account" data-tooltip="Account">
          <Icon of={CircleUserRound} size={24} />
        </summary>
        <div className="menu-sheet absolute top-full right-0 grid w-56 gap-2">
          <ul>
            {guestEntries(isNative).map((entry) => (
              <li key={entry.to}>
                <Link className="menu-item" to={entry.to}>
                  <Icon of={icons[entry.icon]} />
                  {entry.title}
                </Link>
              </li>
            ))}
          </ul>
          <ThemeToggle />
        </div>
      </details>
    </div>
  )
}
