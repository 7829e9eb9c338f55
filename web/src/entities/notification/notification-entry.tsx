import type { AccountNotification } from '@hot/domain/contract/account/account'
import type { NotificationData } from '@hot/domain/contract/account/notification-data'
import { notificationPlace, placeOf } from '@hot/domain/notification/path'
import { notificationFace, notificationText } from '@hot/domain/notification/text'
import { kindOf } from '@hot/domain/notification/types'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFollow } from '#web/entities/member/ties/follows.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PlainButton } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { PopoverMenu } from '#web/ui/overlays/popover-menu.tsx'
import './notification-row.css'

type NotificationEntryProps = {
  notification: AccountNotification
  /** The instant its age is relative to. */
  now: string
  /** Called when its link is followed. */
  onOpen: (notification: AccountNotification) => void
}

/** One notification as text, linked to the post or comment it is about. */
export function NotificationEntry({ notification, now, onOpen }: NotificationEntryProps) {
  const { head, text, detail } = notificationText(notification)
  const more = kindOf(notification.type).more?.(notification.data as NotificationData)
  return (
    <NotificationRow
      avatar={<Avatar {...notificationFace(notification)} size={36} />}
      text={
        <>
          <PlaceLink notification={notification} onOpen={onOpen}>
            {head && <b>{head}: </b>}
            <span>{text}</span>
          </PlaceLink>
          {detail && <span className="notification-detail">{detail}</span>}
        </>
      }
      more={more && <RuleLink {...more} onOpen={() => onOpen(notification)} />}
      age={relativeTime(notification.created_at, now)}
      read={notification.read}
      menu={notification.post_id && !kindOf(notification.type).byTeam && <SilencePost id={notification.post_id} />}
    />
  )
}

/** Silences the post that a notification is about. */
function SilencePost({ id }: { id: string }) {
  const { current, busy, change } = useFollow({ type: 'post', id })
  const isSilent = current === 'off'
  return (
    <PopoverMenu label="Mehr zu dieser Benachrichtigung">
      <PlainButton
        type="button"
        disabled={current === undefined}
        busy={busy}
        onClick={() =>
          isSilent
            ? change(null, 'Von diesem Beitrag hörst du wieder.')
            : change('off', 'Von diesem Beitrag hörst du nichts mehr.')
        }
      >
        {isSilent ? 'Beitrag nicht mehr stumm' : 'Diesen Beitrag stummschalten'}
      </PlainButton>
    </PopoverMenu>
  )
}

type PlaceLinkProps = Pick<NotificationEntryProps, 'notification' | 'onOpen'> & { children: ReactNode }

function PlaceLink({ notification, onOpen, children }: PlaceLinkProps) {
  const place = notificationPlace(notification)
  const open = () => onOpen(notification)
  if (!place)
    return (
      <button type="button" className="text-left" onClick={open}>
        {children}
      </button>
    )
  if (!place.comment)
    return (
      <Link to={place.path} hash={place.hash} onClick={open}>
        {children}
      </Link>
    )
  return (
    <Link to={place.path} search={{ kommentar: place.comment }} hash={`kommentar-${place.comment}`} onClick={open}>
      {children}
    </Link>
  )
}

function RuleLink({ text, path, onOpen }: { text: string; path: string; onOpen: () => void }) {
  const place = placeOf(path)
  return (
    <Link to={place.path} hash={place.hash} className="link" onClick={onOpen}>
      {text}
    </Link>
  )
}

type NotificationRowProps = {
  avatar: ReactNode
  /** A link; it covers the row. */
  text: ReactNode
  /** `vor 12 Min.` */
  age: string
  read: boolean
  /** A link of its own, below the text. */
  more?: ReactNode
  /** Beside the row. */
  menu?: ReactNode
}

/** One notification, inside `<ul>`; unread ones have a dot. */
function NotificationRow({ avatar, text, age, read, more, menu }: NotificationRowProps) {
  return (
    <li className={classNames('notification', read && 'notification-read')}>
      {avatar}
      <div>
        {!read && <VisuallyHidden>Ungelesen: </VisuallyHidden>}
        <span className="stretch-link">{text}</span> <span className="meta">{age}</span>
        {more && <p className="notification-more">{more}</p>}
      </div>
      {!read && <i />}
      {menu && <span className="notification-menu">{menu}</span>}
    </li>
  )
}
