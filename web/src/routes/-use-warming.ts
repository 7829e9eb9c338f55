import { type CacheTaskName, cacheTasks, isWarmingPath } from '@hot/domain/network/cache-warming'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserClock } from '#web/data/clock.ts'
import { useViewer } from '#web/data/viewer.ts'
import { warmsFor } from '#web/data/warm-viewer.ts'

async function begin(client: QueryClient) {
  const [{ createWarmSchedule }, { noteOutcome }, { warmTasks }] = await Promise.all([
    import('#web/data/warm-schedule.ts'),
    import('#web/data/warm-health.ts'),
    import('./-warm-tasks.ts'),
  ])
  const run = warmTasks(client, () => window.location.pathname)
  const schedule = createWarmSchedule({
    clock: browserClock,
    jobs: (Object.keys(cacheTasks) as CacheTaskName[]).map((name) => ({ name, ...cacheTasks[name], run: run[name] })),
    allowed: () => isWarmingPath(window.location.pathname) && navigator.onLine,
    finished(name, error) {
      // Only logged: nobody waits for a warm cache.
      if (error !== null) console.warn(`cache task ${name}`, error)
      noteOutcome(name, error === null, Date.now())
    },
  })
  schedule.start()
  return schedule
}

/** Warms caches in the background for signed-in admins only; nobody else loads its code. */
export function useWarming(): void {
  const client = useQueryClient()
  const admin = warmsFor(useViewer())
  useEffect(() => {
    if (!admin) return
    const schedule = begin(client)
    // Without its code nothing is warmed.
    schedule.catch(console.warn)
    return () => void schedule.then(({ stop }) => stop()).catch(() => {})
  }, [admin, client])
}
