import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { ownMark } from '#web/lib/offline/queued-writes/own-reactions.ts'
import { loadStarMarks } from './act-on-star.ts'

/** For members: asks which of the stars on the page they are fans of, only those not asked for before. */
export function useOwnFans(stars: readonly { id: string }[]): void {
  const cache = useQueryClient()
  const isMember = useViewer().state === 'member'
  const ids = stars.map((star) => star.id).join()
  useEffect(() => {
    if (!isMember) return
    const unknown = ids.split(',').filter((id) => id && ownMark(`fan:${id}`) === undefined)
    if (unknown.length > 0)
      loadStarMarks(cache)
        .then((marks) => marks.learnFans(unknown))
        .catch(stayUnknown)
  }, [cache, isMember, ids])
}

/** Without them each heart stays the way to sign in, which knows what to do with a member. */
const stayUnknown = () => undefined
