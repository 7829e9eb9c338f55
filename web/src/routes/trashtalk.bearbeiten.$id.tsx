import { editPostPath } from '@hot/domain/url/paths'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { PostEditorSlot } from '#web/features/post-editor/post-editor-slot.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'

/** The member's post: status, preview and the form to edit it. */
export const Route = createFileRoute('/trashtalk/bearbeiten/$id')({
  loader: ({ params }) => ({
    head: pageHead({
      title: 'Beitrag bearbeiten',
      description: 'Dein Beitrag beim Trashtalk auf HoT.',
      path: editPostPath(params.id),
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: EditPostPage,
})

function EditPostPage() {
  const { id } = Route.useParams()
  return (
    <div className="page min-h-dvh">
      <PageHead title="Beitrag bearbeiten" />
      <PostEditorSlot>{({ EditEditor }, guest) => <EditEditor id={id} guest={guest} />}</PostEditorSlot>
    </div>
  )
}
