import type { CacheHealth } from '@hot/domain/network/cache-warming'
import { useStaff } from '../kit/access.tsx'
import { useWarmHealth } from './warm-health.ts'

const words: Record<CacheHealth, string> = {
  healthy: 'in Ordnung',
  degraded: 'eingeschränkt',
  unhealthy: 'gestört',
}
const clock = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' })

/** How warming the cache went in this tab. Only admins' tabs do it. */
export function CacheState() {
  const state = useWarmHealth()
  if (!useStaff().isAdmin) return null
  return (
    <p className="meta" role="status">
      {state
        ? `Cache in diesem Tab: ${words[state.health]}, zuletzt um ${clock.format(state.at)} Uhr.`
        : 'Cache in diesem Tab: noch nicht vorgewärmt. Das passiert auf den öffentlichen Seiten.'}
      {state && state.failing.length > 0 && ` Nicht geklappt: ${state.failing.join(', ')}.`}
    </p>
  )
}
