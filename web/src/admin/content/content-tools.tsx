import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ContentTarget } from '#web/entities/post/content-requests.tsx'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { accessQuery, StaffProvider } from '../kit/access.tsx'
import { UndoBar, useHeldAction } from '../kit/undo.tsx'
import { caseRefusals } from '../reports/api.ts'
import { ContentDialog } from './content-dialog.tsx'

type Props = { target: ContentTarget | null; onClose: () => void }

/** What staff do with a post, comment or profile where it stands. Stays mounted for as long as something can be undone. */
export default function ContentTools({ target, onClose }: Props) {
  const viewer = useViewer()
  if (viewer.state !== 'member') return null
  return (
    <Tools
      target={target}
      onClose={onClose}
      userId={viewer.user.id}
      assurance={viewer.assurance.current}
      key={viewer.user.id}
    />
  )
}

type ToolsProps = Props & { userId: string; assurance: Parameters<typeof accessQuery>[1] }

function Tools({ target, onClose, userId, assurance }: ToolsProps) {
  const client = useQueryClient()
  const access = useQuery({ ...accessQuery(userId, assurance), enabled: target !== null })
  const action = useHeldAction()
  const [hidden, setHidden] = useState<ContentTarget | null>(null)
  const hold = (text: string, act: () => Promise<unknown>) => {
    setHidden(target)
    action.hold({
      text,
      act: async () => {
        try {
          await act()
        } catch (error) {
          const refusals = error instanceof Error ? caseRefusals(error) : {}
          showToast({ title: failureText(error, refusals), kind: 'error' })
        }
        // Whatever public page is open shows it, or the count of what it belongs to.
        await client.invalidateQueries()
      },
    })
  }
  if (!access.data) return null
  if (access.data !== 'admin' && access.data !== 'moderator')
    return (
      <Dialog open={target !== null} onClose={onClose} title="Moderieren">
        <p>
          Dafür braucht dein Account den zweiten Faktor.{' '}
          <Link to="/admin" className="link">
            Zum Team-Bereich
          </Link>
        </p>
      </Dialog>
    )
  return (
    <StaffProvider value={{ userId, isAdmin: access.data === 'admin' }}>
      {target && (
        <ContentDialog
          key={target.id}
          target={target}
          isHeld={action.held !== null && hidden?.id === target.id}
          onHold={hold}
          onClose={onClose}
        />
      )}
      <UndoBar action={action} />
    </StaffProvider>
  )
}
