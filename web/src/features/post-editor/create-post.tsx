import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/contract/post'
import { postKinds } from '@hot/domain/post/address'
import { type ReactNode, useRef, useState } from 'react'
import { Segmented } from '#web/ui/controls/switch.tsx'
import type { PostFields } from './fields/post-fields.ts'
import { PostForm } from './post-form.tsx'
import { changeKind, type Draft } from './saving/post-draft.ts'
import { useWriter } from './use-writer.ts'

type Props = {
  type: PostType
  onType: (type: PostType) => void
  onSaved: (saved: SavedPost) => void
  /** What stands here when nobody is signed in. */
  guest: ReactNode
}

/** `/trashtalk/erstellen` for members. */
export function CreatePost({ type, onType, onSaved, guest }: Props) {
  const member = useWriter()
  const leave = useRef<() => Draft>(null)
  const [carried, setCarried] = useState<{ to: PostType; fields: PostFields } | null>(null)
  if (!member) return guest

  const choose = (next: PostType) => {
    if (next === type) return
    const fields = leave.current && changeKind(member, type, next, leave.current())
    setCarried(fields && { to: next, fields })
    onType(next)
  }
  return (
    <div className="grid gap-6">
      <KindChoice type={type} onChoose={choose} />
      <PostForm
        key={`${member} ${type}`}
        member={member}
        type={type}
        carried={carried?.to === type ? carried.fields : null}
        leave={leave}
        onSaved={(saved) => {
          setCarried(null)
          onSaved(saved)
        }}
      />
    </div>
  )
}

const lines: Record<PostType, string> = {
  rumor: 'Du hast was gehört. Die anderen sagen, ob sie es glauben.',
  poll: 'Du fragst, alle stimmen ab.',
  discussion: 'Du machst ein Thema auf, alle reden mit.',
}

type KindProps = { type: PostType; onChoose: (type: PostType) => void }

/** What kind of post it is going to be. */
function KindChoice({ type, onChoose }: KindProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <Segmented label="Was wird’s?">
        {postKinds.map((kind) => (
          <button key={kind.type} type="button" aria-pressed={kind.type === type} onClick={() => onChoose(kind.type)}>
            {kind.label}
          </button>
        ))}
      </Segmented>
      <p className="meta" role="status">
        {lines[type]}
      </p>
    </div>
  )
}
