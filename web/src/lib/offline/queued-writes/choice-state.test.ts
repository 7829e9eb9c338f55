import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accepted,
  type Change,
  type ChoiceState,
  countsFollow,
  fetched,
  isLatest,
  isReplaceable,
  needsRefetch,
  needsRequest,
  overheard,
  parked,
  pressed,
  restored,
  rolledBack,
  sent,
  settled,
  unanswered,
  unknownChoice,
} from './choice-state.ts'
import type { Choice, Target } from './own-choices.ts'

const target: Target = 'post:1'
const choices: Choice[] = ['heart', 'poop', null]

type Event =
  | { kind: 'press' | 'other tab'; choice: Choice }
  | { kind: 'request' | 'answer' | 'refusal' }
  | { kind: 'no answer'; processed: boolean }
  | { kind: 'reload'; processed: boolean; fetchedFirst: boolean }

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('press' as const), choice: fc.constantFrom(...choices) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('other tab' as const), choice: fc.constantFrom(...choices) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('request' as const, 'answer' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refusal' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('no answer' as const), processed: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reload' as const), processed: fc.boolean(), fetchedFirst: fc.boolean() }),
  },
)

/** A page, its device and its server, with one target and as many reactions of others. */
class World {
  state: ChoiceState = unknownChoice
  shown: Choice | undefined
  /** What the viewer, here or in another tab, wants last. */
  wanted: Choice
  counts = { heart: 0, poop: 0 }
  #server: Choice
  #stored: Choice | undefined
  #tick = 0
  readonly #others: { heart: number; poop: number }

  constructor(server: Choice, others: { heart: number; poop: number }, isKnown: boolean) {
    this.#server = server
    this.#others = others
    this.wanted = server
    this.#showCounts()
    if (isKnown) this.#fetch()
  }

  happen(event: Event): void {
    const flying = this.state.pending?.sending?.change
    if (event.kind === 'press') this.#press(event.choice)
    else if (event.kind === 'other tab') this.#hear(event.choice)
    else if (event.kind === 'request' && !flying) this.#request()
    else if (event.kind === 'reload') this.#reload(event, flying)
    else if (flying && event.kind === 'answer') this.#answer(flying)
    else if (flying && event.kind === 'refusal') this.#refuse(flying)
    else if (flying && event.kind === 'no answer') this.#loseAnswer(flying, event.processed)
  }

  /** The network is back for good. */
  end(): void {
    for (let turns = 0; this.state.pending; turns += 1) {
      if (turns > 10) throw new Error('the machine does not come to rest')
      this.happen({ kind: 'request' })
      this.happen({ kind: 'answer' })
    }
    if (this.shown === undefined) this.#fetch()
  }

  /** What the server would count. */
  truth() {
    const own = (choice: Choice) => (this.#server === choice ? 1 : 0)
    return { heart: this.#others.heart + own('heart'), poop: this.#others.poop + own('poop') }
  }

  server = () => this.#server

  #press(choice: Choice): void {
    const before = this.shown
    this.#show(choice)
    this.state = pressed(this.state, { target, choice }, before, ++this.#tick)
    if (this.state.pending?.stored) this.#stored = choice
    this.wanted = choice
  }

  /** Another tab writes only what it was told by its own viewer, who is the same person. */
  #hear(choice: Choice): void {
    if (!isReplaceable(this.state)) return
    this.#server = choice
    this.wanted = choice
    const isShown = this.shown !== undefined
    this.state = overheard(this.state, choice, isShown ? ++this.#tick : null)
    this.#stored = undefined
    if (isShown) this.shown = choice
    // By the refetch, or where the choice is not shown by the live update that everybody gets.
    this.#showCounts()
  }

  #request(): void {
    const change = this.state.pending?.latest
    if (!change) return
    if (needsRequest(this.state, change)) this.state = sent(this.state, change, this.state.pending?.queued === true)
    else this.#settle()
  }

  #answer(change: Change): void {
    this.#server = change.choice
    this.state = accepted(this.state, change)
    if (isLatest(this.state, change)) this.#settle()
  }

  #refuse(change: Change): void {
    this.state = unanswered(this.state, change, false)
    if (!isLatest(this.state, change)) return
    this.#show(rolledBack(this.state))
    this.#settle()
    // The viewer was told.
    this.wanted = this.#server
  }

  #loseAnswer(change: Change, processed: boolean): void {
    if (processed) this.#server = change.choice
    this.state = unanswered(this.state, change, true)
    if (!isLatest(this.state, change)) return
    this.state = parked(this.state)
    this.#stored = change.choice
  }

  #reload({ processed, fetchedFirst }: Extract<Event, { kind: 'reload' }>, flying: Change | undefined): void {
    if (flying && processed) this.#server = flying.choice
    if (this.state.pending) this.#stored = this.state.pending.latest.choice
    this.state = unknownChoice
    this.shown = undefined
    this.#showCounts()
    if (fetchedFirst) this.#fetch()
    if (this.#stored === undefined) return
    const before = this.shown
    this.#show(this.#stored)
    this.state = parked(restored(this.state, { target, choice: this.#stored }, before))
  }

  #settle(): void {
    const refetch = needsRefetch(this.state)
    this.state = settled(this.state, ++this.#tick)
    this.#stored = undefined
    if (!refetch) return
    this.#fetch()
    this.#showCounts()
  }

  #fetch(): void {
    const before = this.state
    this.state = fetched(this.state, this.#server, ++this.#tick)
    if (this.state !== before) this.shown = this.#server
  }

  #showCounts(): void {
    this.counts = this.truth()
  }

  #show(to: Choice | undefined): void {
    const from = this.shown
    this.shown = to
    if (!countsFollow(this.state) || from === undefined || to === undefined || from === to) return
    if (from === 'heart' || from === 'poop') this.counts[from] -= 1
    if (to === 'heart' || to === 'poop') this.counts[to] += 1
  }
}

const others = fc.record({ heart: fc.integer({ min: 0, max: 2 }), poop: fc.integer({ min: 0, max: 2 }) })

test('whatever happens between, what was wanted last is shown, sent and counted, and no count falls below 0', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...choices),
      others,
      fc.boolean(),
      fc.array(event, { maxLength: 40, size: 'max' }),
      (server, reactions, isKnown, events) => {
        const world = new World(server, reactions, isKnown)
        for (const one of events) {
          world.happen(one)
          expect(world.shown === undefined || choices.includes(world.shown)).toBe(true)
          if (world.state.pending) expect(world.shown).toBe(world.wanted)
          expect(Math.min(world.counts.heart, world.counts.poop)).toBeGreaterThanOrEqual(0)
        }
        world.end()
        expect([world.shown, world.server(), world.counts]).toEqual([world.wanted, world.wanted, world.truth()])
      },
    ),
    { numRuns: 2000, seed: 34 },
  )
})
