import { use } from 'react'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CommentToolsContext, useCommentAct } from '../comment-tools.ts'
import { openForm, useOpenForm } from '../open-form.ts'

/** One button of one height for everybody, so that nothing moves when it is known who looks; it makes way for the form. */
export function WriteComment() {
  const act = useCommentAct()
  const tools = use(CommentToolsContext)
  const open = useOpenForm('new') !== null
  if (open && tools) return <tools.NewComment />
  return (
    <div className="pt-1 pb-4">
      <Button wide className="write-comment" onClick={() => act(() => openForm({ place: 'new' }))}>
        {tools ? <tools.WriteLabel /> : <WaitingLabel />}
      </Button>
    </div>
  )
}

function WaitingLabel() {
  return useViewer().state === 'member' ? 'Kommentar schreiben' : 'Mitreden? Melde dich an'
}
