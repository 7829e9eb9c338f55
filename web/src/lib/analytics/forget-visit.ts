import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { asVisit } from './analytics-session.ts'
import { allSent } from './analytics-transport.ts'

/**
 * Has the server delete what a guest's visit counted, after their consent is withdrawn. What a member's counted is deleted
 * with the choice itself. Waits for what is on its way, which would otherwise arrive after the deletion.
 */
export async function forgetVisit(stored: string): Promise<void> {
  const visit = asVisit(JSON.parse(stored))
  if (!visit || visit.userId) return
  await allSent()
  await rpc('forget_visit', { p_visit: visit.id })
}
