import type { PostRevision } from '@hot/domain/contract/account/content'
import { appealTexts } from '@hot/domain/moderation/sanctions'
import { Link } from '@tanstack/react-router'

/** Leads from a rejection to the one appeal against it. */
export function AppealLink({ decision }: { decision: PostRevision['decision'] }) {
  if (!decision) return null
  return (
    <p>
      <Link to="/account/einspruch/$id" params={{ id: decision.id }} className="link">
        {decision.appeal ? appealTexts[decision.appeal] : 'Einspruch einlegen'}
      </Link>
    </p>
  )
}
