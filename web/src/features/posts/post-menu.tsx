import type { PostPage } from '@hot/domain/contract/post'
import { MemberMenu } from '#web/entities/member/ties/block-buttons.tsx'
import { useFollow } from '#web/entities/member/ties/follows.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { PopoverMenu } from '#web/ui/overlays/popover-menu.tsx'

/** For members: follow or silence the post, mute or block its author. */
export function PostMenu({ post: { id, author } }: { post: PostPage }) {
  const viewer = useViewer()
  if (viewer.state !== 'member') return null
  const label = 'Mehr zu diesem Beitrag'
  if (!author || author.id === viewer.user.id)
    return (
      <PopoverMenu label={label}>
        <PostFollow id={id} />
      </PopoverMenu>
    )
  return (
    <MemberMenu member={author} label={label}>
      <PostFollow id={id} />
    </MemberMenu>
  )
}

function PostFollow({ id }: { id: string }) {
  const { current, busy, change } = useFollow({ type: 'post', id })
  const known = { type: 'button', disabled: busy || current === undefined } as const
  if (current === 'off')
    return (
      <button {...known} onClick={() => change(null, 'Von diesem Beitrag hörst du wieder.')}>
        Beitrag nicht mehr stumm
      </button>
    )
  return (
    <>
      {current ? (
        <button {...known} onClick={() => change(null, 'Du folgst diesem Beitrag nicht mehr.')}>
          Beitrag nicht mehr folgen
        </button>
      ) : (
        <button {...known} onClick={() => change('usual', 'Neue Kommentare hier meldet dir HoT.')}>
          Beitrag folgen
        </button>
      )}
      <button {...known} onClick={() => change('off', 'Von diesem Beitrag hörst du nichts mehr.')}>
        Beitrag stummschalten
      </button>
    </>
  )
}
