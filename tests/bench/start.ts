/** Time from start until /health answers: on a new data directory, then again on the same one. */
import os from 'node:os'
import { isBuildCurrent } from '../../scripts/build/current-build.ts'
import { cpuSeconds } from './cpu.ts'
import { type BenchServer, startBenchServer } from './server.ts'

async function timed(what: string, dataDir?: string): Promise<BenchServer> {
  const began = performance.now()
  const server = await startBenchServer({ dataDir })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.info(`${what.padEnd(34)} ${seconds} s, CPU ${cpuSeconds(server.pid, true).toFixed(1)} s`)
  return server
}

export async function benchStart(): Promise<void> {
  console.info(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} before`)
  const first = await timed(isBuildCurrent() ? 'built, new database with demo' : 'not built, new database with demo')
  await first.halt()
  const second = await timed('built, database of the first start', first.dataDir)
  await second.stop()
}
