import type { PostType } from '@hot/domain/contract/post'
import { postKinds } from '@hot/domain/post/address'
import { Segmented } from '#web/ui/controls/segmented.tsx'

const lines: Record<PostType, string> = {
  rumor: 'Du hast was gehört. Die anderen sagen, ob sie es glauben.',
  poll: 'Du fragst, alle stimmen ab.',
  discussion: 'Du machst ein Thema auf, alle reden mit.',
}

type Props = { type: PostType; onChoose: (type: PostType) => void }

/** What kind of post it is going to be. */
export function KindChoice({ type, onChoose }: Props) {
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
