import { setTimeout as pause } from 'node:timers/promises'

/** Sends requests in parallel until stopped, and collects the errors. */
export function steadyLoad(lanes: readonly (() => Promise<void>)[]) {
  const failures: string[] = []
  let answered = 0
  let stopped = false
  const running = lanes.map(async (ask) => {
    while (!stopped) {
      await ask().then(
        () => answered++,
        (error: unknown) => failures.push(String(error)),
      )
      await pause(5)
    }
  })
  return {
    failures,
    answered: () => answered,
    stop: async () => {
      stopped = true
      await Promise.all(running)
    },
  }
}

/** Gets a page; anything but a whole one is an error. */
export async function wholePage(url: string): Promise<void> {
  const answer = await fetch(url)
  const text = await answer.text()
  if (!answer.ok || !text.includes('</html>')) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`)
}
