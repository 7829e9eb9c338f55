/**
 * `npm run bench`: how the server does under load; `npm run bench -- pictures`: what a page of 24 cards with
 * pictures weighs; `npm run bench -- start`: how long a start takes; `npm run bench -- scale`:
 * what every page's query costs on two sizes of database; `npm run bench -- admin`: the lists of the team on the large one;
 * `npm run bench -- analytics`: what 500,000 events cost to summarise. Reports, never tests: the figures depend on the
 * machine and on what else runs there.
 */
import { benchAdmin } from './admin.ts'
import { benchAnalytics } from './analytics.ts'
import { benchLoad } from './load.ts'
import { benchPictures } from './pictures.ts'
import { benchScale } from './scale.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { benchSockets } from './sockets.ts'
import { benchStart } from './start.ts'

async function onServer(bench: (server: BenchServer) => Promise<void>): Promise<void> {
  const server = await startBenchServer()
  try {
    await bench(server)
  } finally {
    await server.stop()
  }
}

const benches: Readonly<Record<string, () => Promise<void>>> = {
  load: () => onServer(benchLoad),
  pictures: () => onServer(benchPictures),
  start: benchStart,
  sockets: benchSockets,
  scale: benchScale,
  admin: benchAdmin,
  analytics: benchAnalytics,
}
const bench = benches[process.argv[2] ?? 'load']
if (!bench) throw new Error(`one of ${Object.keys(benches).join(', ')}`)
await bench()
