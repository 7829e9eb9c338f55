import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import './notification-row.css'

type Props = {
  avatar: ReactNode
  /** A link; it covers the row. */
  text: ReactNode
  /** `vor 12 Min.` */
  age: string
  read: boolean
}

/** One notification, inside `<ul>`; unread ones carry a hot dot. */
export function NotificationRow({ avatar, text, age, read }: Props) {
  return (
    <li className={classNames('notification', read && 'notification-read')}>
      {avatar}
      <div>
        {!read && <VisuallyHidden>Ungelesen: </VisuallyHidden>}
        <span className="stretch-link">{text}</span> <span className="meta">{age}</span>
      </div>
      {!read && <i />}
    </li>
  )
}
