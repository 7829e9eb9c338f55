import type { OwnFollows } from '@hot/domain/contract/account/ties'
import { postPath } from '@hot/domain/post/address'
import { formatPath, memberPath, starPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FollowWish, followsQuery, useFollow, wishes, wishTexts } from '#web/entities/member/ties/follows.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { useMember } from '../account-layout.tsx'

/** What the member follows or has silenced, and where its news go. */
export function Followed() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(followsQuery(user.id))
  if (isError && !data)
    return <ErrorState title="Deine Liste konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-16" />
  if (data.length === 0)
    return (
      <p className="meta">
        Noch nichts. Folgen kannst du Formaten, Leuten und Beiträgen. Wessen Fan du bist, dem folgst du schon.
      </p>
    )
  return (
    <ul>
      {data.map((follow) => (
        <Row key={follow.id} follow={follow} />
      ))}
    </ul>
  )
}

const kinds = { star: 'Star', format: 'Format', post: 'Beitrag', member: 'Mitglied' } as const

function pathOf({ type, slug, post }: OwnFollows[number]): string {
  if (type === 'post') return post ? postPath(post) : '/trashtalk'
  return { star: starPath, format: formatPath, member: memberPath }[type](slug)
}

const isWish = (value: string): value is FollowWish => value in wishTexts

function Row({ follow }: { follow: OwnFollows[number] }) {
  const { current, busy, change } = useFollow(follow)
  const id = `verfolgt-${follow.id}`
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-rule py-3 first:border-t-0">
      <p id={id} className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <Link to={pathOf(follow)} className="hover:underline">
          <b>{follow.title}</b>
        </Link>{' '}
        <span className="meta">{kinds[follow.type]}</span>
      </p>
      <select
        aria-label={`Wo du von ${follow.title} hörst`}
        className="field-input w-auto max-w-44"
        value={current ?? 'usual'}
        aria-disabled={busy}
        onChange={({ target }) => !busy && isWish(target.value) && change(target.value)}
      >
        {wishes.map((wish) => (
          <option key={wish} value={wish}>
            {wishTexts[wish]}
          </option>
        ))}
      </select>
      <Button
        small
        aria-disabled={busy}
        aria-label={`${follow.title} aus der Liste nehmen`}
        onClick={() => !busy && change(null, `Du folgst ${follow.title} nicht mehr.`)}
      >
        Aufheben
      </Button>
    </li>
  )
}
