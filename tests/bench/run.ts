/**
 * `npm run bench`: the server under load; `npm run bench -- pages`: CPU of full uncached pages; `npm run bench -- pictures`: bytes of a page of 24 cards with pictures;
 * `npm run bench -- start`: duration of a start; `npm run bench -- scale`: cost of every page's query on two sizes of
 * database; `npm run bench -- admin`: the lists of the admin area on the large one; `npm run bench -- analytics`: the
 * cost of summarising 500,000 events; `npm run bench -- hostile`: what others wait for during attacks;
 * `npm run bench -- show-night [--postgres]`: 200 members on one post, 100 votes and 30 comments a second;
 * `npm run bench -- dear`: CPU of the dearest requests of guests; `npm run bench -- readers`: JavaScript of one change for 10,000 readers; `npm run bench -- crowd`: memory and CPU of 2,000 sockets; `npm run bench -- writes`: rate and latency of members' writes on PostgreSQL. Reports, no tests: the numbers depend on the machine and its other load.
 */
import { benchAdmin } from './admin.ts'
import { benchAnalytics } from './analytics.ts'
import { benchCrowd } from './crowd.ts'
import { benchDear } from './hostile/dear.ts'
import { benchHostile } from './hostile/hostile.ts'
import { benchLoad } from './load.ts'
import { benchShowNight } from './night/show-night.ts'
import { benchPages } from './pages.ts'
import { benchPictures } from './pictures.ts'
import { benchReaders } from './readers.ts'
import { benchScale } from './scale.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { benchSockets } from './sockets.ts'
import { benchStart } from './start.ts'
import { benchWrites } from './writes/writes.ts'

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
  pages: benchPages,
  start: benchStart,
  sockets: benchSockets,
  readers: benchReaders,
  crowd: benchCrowd,
  'show-night': benchShowNight,
  scale: benchScale,
  admin: benchAdmin,
  analytics: benchAnalytics,
  hostile: benchHostile,
  dear: benchDear,
  writes: benchWrites,
}
const bench = benches[process.argv[2] ?? 'load']
if (!bench) throw new Error(`one of ${Object.keys(benches).join(', ')}`)
await bench()
