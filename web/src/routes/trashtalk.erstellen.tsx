import { parsePostIdSegment, postKinds } from '@hot/domain/post/address'
import { patternParam } from '@hot/domain/url/search-param'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { PostEditorSlot } from '#web/features/post-editor/post-editor-slot.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'

/** `typ`: the initial kind, by its URL word; by default the one of the last draft, else a rumor. */
type CreateSearch = { typ?: string | undefined }

export const Route = createFileRoute('/trashtalk/erstellen')({
  validateSearch: (given: Record<string, unknown>): CreateSearch => ({ typ: patternParam(given.typ, /^[a-z]+$/) }),
  loader: () => ({
    head: pageHead({
      title: 'Beitrag schreiben',
      description: 'Gerücht, Umfrage oder Diskussion: Schreib mit beim Trashtalk auf HoT.',
      path: '/trashtalk/erstellen',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: CreatePostPage,
})

function CreatePostPage() {
  const { typ } = Route.useSearch()
  const navigate = Route.useNavigate()
  const type = parsePostIdSegment(typ ?? '')
  return (
    <div className="page min-h-dvh">
      <PageHead
        title="Beitrag schreiben"
        intro="Ein Gerücht, eine Umfrage oder eine Diskussion. Das Team schaut kurz drüber, dann reden alle mit."
      />
      <PostEditorSlot>
        {({ CreateEditor }, guest) => (
          <CreateEditor
            type={type}
            guest={guest}
            onType={(next) =>
              void navigate({
                search: { typ: postKinds.find((kind) => kind.type === next)?.single },
                replace: true,
                resetScroll: false,
              })
            }
          />
        )}
      </PostEditorSlot>
    </div>
  )
}
