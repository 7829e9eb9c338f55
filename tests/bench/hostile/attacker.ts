/** The attacker's process: sends one attack until it is ended, and then prints how its requests were answered. */
import { attacks, type Target } from './attacks.ts'

const [, , name = '', argument = '{}'] = process.argv
const attack = attacks[name]
if (!attack) throw new Error(`no attack is called ${name}`)
const { lanes, send } = attack
const target = JSON.parse(argument) as Target

/** Number of requests per status; 0: no answer. */
const answers: Record<number, number> = {}
let turn = 0

async function repeat(): Promise<never> {
  for (;;) {
    const status = await send(target, turn++)
    answers[status] = (answers[status] ?? 0) + 1
  }
}

process.on('SIGTERM', () => {
  console.info(JSON.stringify(answers))
  process.exit(0)
})
await Promise.all(Array.from({ length: lanes }, repeat))
