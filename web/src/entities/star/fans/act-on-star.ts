import type { QueryClient } from '@tanstack/react-query'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { StarMarks } from '../star-votes.ts'

export const showFailure = (message: { title: string; text: string }) => showToast({ ...message, kind: 'error' })

/** What votes and fans are read and written with; guests who only read never load it. */
export async function loadStarMarks(cache: QueryClient): Promise<StarMarks> {
  const { starMarks } = await import('../star-votes.ts')
  return starMarks(cache, showFailure)
}

/** Does what a member asked for, and says so where it cannot even be loaded. */
export const actOnStar = (cache: QueryClient, act: (marks: StarMarks) => void): void =>
  void loadStarMarks(cache).then(act, () =>
    showFailure({ title: 'Das hat nicht geklappt.', text: 'Prüf dein Netz und versuch es noch einmal.' }),
  )
