import { postIdPath } from '@hot/domain/post-address'
import { relativeTime } from '@hot/domain/relative-time'
import type { AccountNotification } from '@hot/domain/wire/account'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { NotificationRow } from '#web/ui/notification-row.tsx'
import { SectionHead } from '#web/ui/section-head.tsx'

/** The five latest, for a look in passing. */
export function LatestNotifications({ notifications }: { notifications: AccountNotification[] }) {
  const [now] = useState(() => new Date().toISOString())
  return (
    <section aria-labelledby="neuigkeiten">
      <SectionHead id="neuigkeiten" title="Neu für dich" />
      <ul>
        {notifications.map((notification) => (
          <NotificationRow
            key={notification.id}
            avatar={<Actor actor={notification.actor} />}
            text={<Text notification={notification} />}
            age={relativeTime(notification.created_at, now)}
            read={notification.read}
          />
        ))}
      </ul>
    </section>
  )
}

/** Who is not there speaks as the house. */
function Actor({ actor }: { actor: AccountNotification['actor'] }) {
  return <Avatar id={actor?.id ?? 'hot'} name={actor?.nickname ?? 'HoT'} src={actor?.avatar_url} size={36} />
}

function Text({ notification }: { notification: AccountNotification }) {
  const text = notification.message || notification.title
  const target = targetOf(notification)
  return target ? <Link to={target}>{text}</Link> : text
}

/** A refused post has no public address: its author finds it among their own. */
function targetOf({ type, post_id }: AccountNotification): string | null {
  if (type === 'post_rejected') return '/account/inhalte'
  return post_id ? postIdPath(post_id) : null
}
