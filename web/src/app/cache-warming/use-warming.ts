import { type CacheTaskName, cacheTasks, isWarmingPath } from '@hot/domain/network/cache-warming'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer, type Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { browserClock } from '#web/platform/device/clock.ts'

async function begin(client: QueryClient) {
  const [{ createWarmSchedule, warmTasks }, { recordOutcome }] = await Promise.all([
    import('./warm-schedule.ts'),
    import('#web/admin/dashboard/warm-health.ts'),
  ])
  const run = warmTasks(client, () => window.location.pathname)
  const schedule = createWarmSchedule({
    clock: browserClock,
    jobs: (Object.keys(cacheTasks) as CacheTaskName[]).map((name) => ({ name, ...cacheTasks[name], run: run[name] })),
    allowed: () => isWarmingPath(window.location.pathname) && navigator.onLine,
    finished(name, error) {
      // Only logged: nothing depends on a warm cache.
      if (error !== null) console.warn(`cache task ${name}`, error)
      recordOutcome(name, error === null, Date.now())
    },
  })
  schedule.start()
  return schedule
}

/** Warms caches in the background; only signed-in admins load its code. */
export function useWarming(): void {
  const client = useQueryClient()
  const admin = warmsFor(useViewer())
  useEffect(() => {
    if (!admin) return
    const schedule = begin(client)
    // If the code cannot be loaded, nothing is warmed.
    schedule.catch(console.warn)
    return () => void schedule.then(({ stop }) => stop()).catch(() => {})
  }, [admin, client])
}

/** Id of the viewer if caches are warmed for them, else null. The role must be of a loaded profile, not a cached role. */
export const warmsFor = (who: Viewer): string | null =>
  who.state === 'member' && who.profile?.role === 'admin' ? who.user.id : null
