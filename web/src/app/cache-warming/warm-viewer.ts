import type { Viewer } from '#web/lib/auth/viewer/viewer.ts'

/** Id of the admin for whom caches are warmed, null for everybody else. A cached role is not enough. */
export const warmsFor = (who: Viewer): string | null =>
  who.state === 'member' && who.profile?.role === 'admin' ? who.user.id : null
