import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import type { ContentTarget } from '#web/entities/post/content-requests.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { askForNeed, useWritingRequest } from '#web/lib/auth/viewer/writing-gate.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DecisionBar } from '../decisions/bar.tsx'
import { accessQuery, StaffProvider } from '../kit/access.tsx'
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
      isNameless={viewer.profile?.needs_nickname === true}
      key={viewer.user.id}
    />
  )
}

type ToolsProps = Props & { userId: string; assurance: Parameters<typeof accessQuery>[1]; isNameless: boolean }

function Tools({ target, onClose, userId, assurance, isNameless }: ToolsProps) {
  // There the layout has the bar.
  const isAdminArea = useRouterState({ select: ({ location }) => /^\/admin(\/|$)/.test(location.pathname) })
  const access = useQuery({ ...accessQuery(userId, assurance), enabled: target !== null })
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
      {target && isNameless && <NicknameFirst onClose={onClose} />}
      {target && !isNameless && <ContentDialog key={target.id} target={target} onClose={onClose} />}
      {!isAdminArea && <DecisionBar />}
    </StaffProvider>
  )
}

/** The log names who decides. Once there is a name, the tools are open. */
function NicknameFirst({ onClose }: { onClose: () => void }) {
  if (useWritingRequest()) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title="Such dir zuerst einen Nickname aus"
      description="Im Protokoll steht bei jeder Entscheidung, wer sie getroffen hat. Danach geht es hier weiter."
    >
      <Button variant="hot" onClick={() => askForNeed('nickname')}>
        Nickname wählen
      </Button>
    </Dialog>
  )
}
