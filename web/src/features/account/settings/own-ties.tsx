import type { OwnBlocks, OwnFollows } from '@hot/domain/contract/account/ties'
import { postPath } from '@hot/domain/post/address'
import { formatPath, memberPath, starPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MemberName } from '#web/entities/member/member-line.tsx'
import { blocksQuery, useBlock } from '#web/entities/member/ties/blocks.tsx'
import { type FollowWish, followsQuery, useFollow, wishes, wishTexts } from '#web/entities/member/ties/follows.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { useMember } from '../account-layout.tsx'

/** What the member follows or has silenced, and where its news go. */
export function Followed() {
  const { user } = useMember()
  return (
    <OwnList
      query={useQuery(followsQuery(user.id))}
      empty="Noch nichts. Folgen kannst du Formaten, Leuten und Beiträgen. Wessen Fan du bist, dem folgst du schon."
    >
      {(follow) => <FollowRow key={follow.id} follow={follow} />}
    </OwnList>
  )
}

type OwnListProps<Item> = {
  query: { data: readonly Item[] | undefined; isError: boolean; refetch: () => unknown }
  empty: string
  children: (item: Item) => ReactNode
}

function OwnList<Item>({ query: { data, isError, refetch }, empty, children }: OwnListProps<Item>) {
  if (isError && !data)
    return <ErrorState title="Deine Liste konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-16" />
  return data.length === 0 ? <p className="meta">{empty}</p> : <ul>{data.map(children)}</ul>
}

const kinds = { star: 'Star', format: 'Format', post: 'Beitrag', member: 'Mitglied' } as const

function pathOf({ type, slug, post }: OwnFollows[number]): string {
  if (type === 'post') return post ? postPath(post) : '/trashtalk'
  return { star: starPath, format: formatPath, member: memberPath }[type](slug)
}

const isWish = (value: string): value is FollowWish => value in wishTexts

function FollowRow({ follow }: { follow: OwnFollows[number] }) {
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
        aria-label={`Aufheben: ${follow.title} aus der Liste nehmen`}
        onClick={() => !busy && change(null, `Du folgst ${follow.title} nicht mehr.`)}
      >
        Aufheben
      </Button>
    </li>
  )
}

/** Whom the member has blocked or muted, to be ended here. */
export function BlockedMembers() {
  const { user } = useMember()
  return (
    <OwnList
      query={useQuery(blocksQuery(user.id))}
      empty="Niemand. Wenn dir jemand auf die Nerven geht: Hinter den drei Punkten an Kommentaren, Beiträgen und Profilen geht das. Davon erfährt niemand."
    >
      {(block) => <BlockRow key={block.member.id} block={block} />}
    </OwnList>
  )
}

function BlockRow({ block: { member, kind } }: { block: OwnBlocks[number] }) {
  const { busy, change } = useBlock(member)
  const what = kind === 'block' ? 'Blockierung' : 'Stummschaltung'
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-rule py-3 first:border-t-0">
      <Avatar id={member.id} name={member.nickname} src={member.avatar_url} size={36} />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <MemberName member={member} /> <span className="meta">{kind === 'block' ? 'blockiert' : 'stumm'}</span>
      </p>
      <Button
        small
        aria-disabled={busy}
        aria-label={`${what} von ${member.nickname} aufheben`}
        onClick={() => !busy && change(null)}
      >
        Aufheben
      </Button>
    </li>
  )
}
