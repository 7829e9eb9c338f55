import fs from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds used by a process, from the kernel's own accounting; `withEnded` adds its children that have ended. */
export function cpuSeconds(pid: number, withEnded = false): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const [own, children] = [fields.slice(11, 13), fields.slice(13, 15)]
  return [...own, ...(withEnded ? children : [])].reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** Memory that a process occupies now, in MB. */
export function residentMegabytes(pid: number): number {
  const line = fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)
  return Math.round(Number(line?.[1] ?? 0) / 1024)
}

/** The same for one thread of a process by its id, or for those that have this name, as far as they still run. */
export function threadCpuSeconds(pid: number, which: string | number): number {
  const stats = fs.readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return fs.readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    } catch {
      return '' // it has ended meanwhile
    }
  })
  const ticks = stats
    .filter((stat) => (typeof which === 'number' ? stat.startsWith(`${which} `) : stat.includes(`(${which})`)))
    .flatMap((stat) => stat.split(') ')[1]?.split(' ').slice(11, 13) ?? [])
  return ticks.reduce((sum, count) => sum + Number(count), 0) / ticksPerSecond
}
