import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/contract/post'
import { type ReactNode, useRef, useState } from 'react'
import type { PostFields } from './fields/post-fields.ts'
import { KindChoice } from './kind-choice.tsx'
import { PostForm } from './post-form.tsx'
import type { PreviewOf } from './previewed-post.ts'
import { changeKind, type Draft } from './saving/post-draft.ts'
import { useWriter } from './use-writer.ts'

type Props = {
  type: PostType
  onType: (type: PostType) => void
  preview: PreviewOf
  onSaved: (saved: SavedPost) => void
  /** What stands here when nobody is signed in. */
  guest: ReactNode
}

/** `/trashtalk/erstellen` for members. */
export function CreatePost({ type, onType, preview, onSaved, guest }: Props) {
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
        preview={preview}
        onSaved={(saved) => {
          setCarried(null)
          onSaved(saved)
        }}
      />
    </div>
  )
}
