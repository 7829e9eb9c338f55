import type { ReportTargetType } from '@hot/domain/moderation/report-rules'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'

/** A post, comment or profile of the current page. */
export type ContentTarget = { type: ReportTargetType; id: string }
type Open = (target: ContentTarget) => void

/** A request for a dialog whose code is elsewhere: made by anybody, answered by the one slot that listens. */
function dialogRequest() {
  let open: Open | null = null
  let asked: ContentTarget | null = null
  return {
    /** Opens the dialog, once its slot is there. */
    request(target: ContentTarget): void {
      if (open) open(target)
      else asked = target
    },
    /** Registers the dialog's slot; only one at a time. Returns the cleanup. */
    listen(show: Open): () => void {
      open = show
      if (asked) show(asked)
      asked = null
      return () => {
        open = null
      }
    },
  }
}

/** The dialog in which everybody reports something. */
export const reportRequest = dialogRequest()

/** The dialog in which staff decide about something. */
export const moderationRequest = dialogRequest()

/** For staff, in the menu of something that somebody else wrote. */
export function ModerateEntry(target: ContentTarget) {
  if (useViewer().role === 'user') return null
  return (
    <button type="button" onClick={() => moderationRequest.request(target)}>
      Moderieren
    </button>
  )
}
