import { Link } from '@tanstack/react-router'
import Scale from 'lucide-react/icons/scale'
import { isNative } from '#web/platform/device/device.ts'
import { Icon } from '#web/ui/media/icon.tsx'

/** Only in the native apps; the website has the link in its footer. */
export function LegalNoticeEntry() {
  if (!isNative) return null
  return (
    <li>
      <Link className="menu-item" to="/impressum">
        <Icon of={Scale} />
        Impressum
      </Link>
    </li>
  )
}
