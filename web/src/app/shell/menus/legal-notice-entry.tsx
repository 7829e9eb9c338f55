import { Link } from '@tanstack/react-router'
import Scale from 'lucide-react/icons/scale'
import { isNative } from '#web/platform/device/device.ts'
import { Icon } from '#web/ui/media/icon.tsx'

/**
 * In the apps, which have no footer, and in the narrow layout, whose lists are so long that nobody reaches it: the legal notice is
 * two presses away everywhere.
 */
export function LegalNoticeEntry() {
  return (
    <li className={isNative ? undefined : 'lg:hidden'}>
      <Link className="menu-item" to="/impressum">
        <Icon of={Scale} />
        Impressum
      </Link>
    </li>
  )
}
