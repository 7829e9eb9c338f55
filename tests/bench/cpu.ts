import fs from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds used by a process, from the kernel's own accounting; `withEnded` adds its children that have ended. */
export function cpuSeconds(pid: number, withEnded = false): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const [own, children] = [fields.slice(11, 13), fields.slice(13, 15)]
  return [...own, ...(withEnded ? children : [])].reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}
