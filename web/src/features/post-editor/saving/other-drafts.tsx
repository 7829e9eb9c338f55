import { postKinds } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import { useEffect, useState } from 'react'
import { onDraftsElsewhere } from '#web/lib/drafts/stored-drafts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { type KindDraft, newPostDrafts } from './post-draft.ts'

type Props = {
  member: string
  /** The kind that is being written. */
  type: PostType
  onChoose: (type: PostType) => void
}

/** Offers the drafts of the other kinds: whoever comes back seldom opens the kind they were writing. */
export function OtherDrafts({ member, type, onChoose }: Props) {
  const [drafts, setDrafts] = useState<readonly KindDraft[]>([])
  // The form of another kind stores what it holds when it is left, before this runs.
  useEffect(() => {
    const read = () => setDrafts(newPostDrafts(member).filter((draft) => draft.type !== type))
    read()
    return onDraftsElsewhere(read)
  }, [member, type])
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {drafts.map((draft) => (
        <Callout key={draft.type}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-0 wrap-anywhere">
              <b>{`Du hast noch einen Entwurf: ${labelOf(draft.type)}.`}</b>{' '}
              <span>{draft.title ? `„${draft.title}“` : 'Er hat noch keinen Titel.'}</span>
            </p>
            <Button small aria-label={`${labelOf(draft.type)} weiterschreiben`} onClick={() => onChoose(draft.type)}>
              Weiterschreiben
            </Button>
          </div>
        </Callout>
      ))}
    </div>
  )
}

const labelOf = (type: PostType) => postKinds.find((kind) => kind.type === type)?.label
