/**
 * `npm run simulate -- --seeds 1000` runs that many schedules; `--seed 17` replays one; `--desk` plays evenings of members
 * and team instead of faults.
 */
import { parseArgs } from 'node:util'
import { simulateDesk } from './desk.ts'
import { simulate } from './simulation.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    desk: { type: 'boolean', default: false },
  },
})
const from = Number(values.seed ?? values.from)
const count = values.seed ? 1 : Number(values.seeds)
const began = performance.now()
const failure = await (values.desk ? simulateDesk : simulate)(
  Array.from({ length: count }, (_, n) => from + n),
  (seed) => {
    if ((seed - from + 1) % 100 === 0)
      console.info(`${seed - from + 1} seeds, ${Math.round((performance.now() - began) / 1000)} s`)
  },
)
if (failure) {
  console.info(
    `seed ${failure.seed} violates:\n  ${failure.violated.join('\n  ')}\nreplay: npm run simulate -- ${values.desk ? '--desk ' : ''}--seed ${failure.seed}`,
  )
  process.exitCode = 1
} else console.info(`${count} seeds, nothing violated`)
