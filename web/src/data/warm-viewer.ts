import type { Viewer } from './viewer.ts'

/** Id of the admin for whom caches are warmed, null for everybody else (specification §6). A remembered role is not enough. */
export const warmsFor = (who: Viewer): string | null =>
  who.state === 'member' && who.profile?.role === 'admin' ? who.user.id : null
