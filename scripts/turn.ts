import { type Mode, modes } from '../tests/e2e/support/modes.ts'

/** How many modes one turn has. */
const modesATurn = 2

/** The number behind `--turn`; undefined without it: everything runs. */
export function turnOf(args: readonly string[]): number | undefined {
  const [name, given, ...rest] = args
  if (name === undefined) return undefined
  const turn = Number(given)
  if (name !== '--turn' || rest.length > 0 || !Number.isSafeInteger(turn) || turn < 0)
    throw new Error(`${args.join(' ')}: --turn and a whole number is all there is to choose`)
  return turn
}

/** The modes of a turn; of any three turns in a row each mode is in one. */
export function modesOf(turn: number | undefined): readonly Mode[] {
  if (turn === undefined) return modes
  const first = (turn % Math.ceil(modes.length / modesATurn)) * modesATurn
  return modes.slice(first, first + modesATurn)
}
