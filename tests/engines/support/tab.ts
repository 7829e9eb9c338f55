import { type Consent, consentQuestion } from '@hot/domain/privacy/consent'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { siteUrl } from '../../support/site/requests.ts'
import type { Engine, InputSource } from './engine.ts'
import type { Aim, Seen } from './in-page.ts'

/** What a journey does and sees, in any engine. Waits for whatever it asks. */
export type Tab = ReturnType<typeof tabOf>

/** An element by selector, as `role`, `label` and `text` make them. */
export type Where = string

const waitsMs = 20_000
const pauseMs = 50

/** By role and accessible name; with `within` in a part of the page. */
export const role = (name: string, called?: string | RegExp, within?: Where): Where =>
  inside(within, `internal:role=${name}${called === undefined ? '' : `[name=${quoted(called, 's')}]`}`)
/** By its label, which has to match as a whole. */
export const label = (words: string | RegExp, within?: Where): Where =>
  inside(within, `internal:label=${quoted(words, 's')}`)
/** By its text, which has to match as a whole. */
export const text = (words: string | RegExp, within?: Where): Where =>
  inside(within, `internal:text=${quoted(words, 's')}`)
export const button = (name: string | RegExp, within?: Where): Where => role('button', name, within)
export const link = (name: string | RegExp, within?: Where): Where => role('link', name, within)
export const css = (selector: string, within?: Where): Where => inside(within, `css=${selector}`)
/** Those that contain this text. */
export const having = (where: Where, words: string): Where => `${where} >> internal:has-text=${quoted(words, 'i')}`

const inside = (within: Where | undefined, where: Where) => (within ? `${within} >> ${where}` : where)
const quoted = (words: string | RegExp, flag: 's' | 'i') =>
  typeof words === 'string' ? `${JSON.stringify(words)}${flag}` : String(words)

/** Keys without a letter, by the code that WebDriver gives them. */
const keyCodes: Record<string, string> = {
  Escape: '\uE00C',
  Enter: '\uE006',
  Tab: '\uE004',
  Control: '\uE009',
  Shift: '\uE008',
  Backspace: '\uE003',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
}

const codeOf = (key: string) => keyCodes[key] ?? key

/** `Control+Enter`: all are pressed in order and released in reverse. */
function chord(keys: string): InputSource {
  const codes = keys.split(/(?<=.)\+/).map(codeOf)
  return {
    type: 'key',
    id: 'keyboard',
    actions: [
      ...codes.map((value) => ({ type: 'keyDown' as const, value })),
      ...codes.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
    ],
  }
}

const typed = (words: string): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: [...words].flatMap((value) => [
    { type: 'keyDown' as const, value },
    { type: 'keyUp' as const, value },
  ]),
})

const press = ({ x, y }: { x: number; y: number }): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x, y, origin: 'viewport', duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

/** Repeats a question until the answer is right; what it said last is in the error. */
async function waitFor<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
): Promise<Answer> {
  let last: unknown
  for (const until = Date.now() + waitsMs; Date.now() < until; ) {
    try {
      const answer = await ask()
      if (isRight(answer)) return answer
      last = JSON.stringify(answer)
    } catch (error) {
      // The document that was asked may just be leaving; whatever else is wrong is still wrong at the end.
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error(`${what}: not within ${waitsMs} ms, but ${last instanceof Error ? last.message : last}`)
}

export function tabOf(engine: Engine, script: string) {
  /** Asks the script in the page, which gets it once per document. */
  const inPage = async (call: string): Promise<unknown> => {
    const answer = await engine.ask(`typeof hotEngine === 'undefined' ? 'no script' : [hotEngine.${call}]`)
    if (Array.isArray(answer)) return answer[0]
    await engine.ask(`(() => { ${script}; return null })()`)
    return engine.ask(`hotEngine.${call}`)
  }
  const look = (where: Where) => inPage(`look(${JSON.stringify(where)})`) as Promise<Seen>
  const see = (where: Where, what: string, isRight: (seen: Seen) => boolean) =>
    waitFor(`${where} ${what}`, () => look(where), isRight)

  /** WebKit's driver may answer while the document before is still there, which is therefore marked. */
  const go = async (address: string) => {
    await engine.ask('void (globalThis.hotLeft = true)')
    await engine.open(address)
    await waitFor('the document before is gone', () => engine.ask("typeof hotLeft === 'undefined'"), Boolean)
  }

  const tab = {
    ask: <Answer>(expression: string) => engine.ask(expression) as Promise<Answer>,
    until: (what: string, expression: string) => waitFor(what, () => engine.ask(expression), Boolean),
    /** Path and search of the current address, and where it should lead. */
    at: (path: string | RegExp) =>
      waitFor(
        `address ${path}`,
        () => engine.ask('location.pathname + location.search') as Promise<string>,
        (now) => (typeof path === 'string' ? now === path : path.test(now)),
      ),
    shows: (where: Where) => see(where, 'is shown', ({ visible }) => visible > 0),
    /** As many as that are shown. */
    counts: (where: Where, count: number) => see(where, `are ${count}`, ({ visible }) => visible === count),
    hides: (where: Where) => see(where, 'is not shown', ({ visible }) => visible === 0),
    says: (where: Where, words: string | RegExp) =>
      see(where, `says ${words}`, ({ text }) => (typeof words === 'string' ? text.includes(words) : words.test(text))),
    holds: (where: Where, value: string) => see(where, `holds ${value}`, (seen) => seen.value === value),
    isPressed: (where: Where, pressed = true) =>
      see(where, `pressed ${pressed}`, (seen) => seen.pressed === String(pressed)),
    isFocused: (where: Where) => see(where, 'has the focus', ({ focused }) => focused),
    /** The text of the element once it is shown. */
    read: async (where: Where) => (await tab.shows(where)).text,
    /** Presses once it is shown, enabled, uncovered and still. */
    press: async (where: Where) => {
      let before = ''
      const aimed = await waitFor(
        `${where} can be pressed`,
        async () => {
          const aim = (await inPage(`aim(${JSON.stringify(where)})`)) as Aim
          const isStill = before === JSON.stringify(aim)
          before = JSON.stringify(aim)
          return { aim, isStill }
        },
        ({ aim, isStill }) => isStill && 'x' in aim,
      )
      if ('x' in aimed.aim) await engine.act([press(aimed.aim)])
    },
    keys: (keys: string) => engine.act([chord(keys)]),
    /** Types where the focus is. */
    write: (words: string) => engine.act([typed(words)]),
    /** Replaces what a field holds. */
    fill: async (where: Where, words: string) => {
      await tab.press(where)
      await tab.isFocused(where)
      await tab.keys('Control+a')
      await tab.write(words)
      await tab.holds(where, words)
    },
    choose: async (where: Where, file: string) => {
      await waitFor(
        `${where} is there`,
        () => look(where),
        ({ count }) => count > 0,
      )
      await engine.choose(`hotEngine.field(${JSON.stringify(where)})`, file)
    },
    /** Opens a path and waits until the page answers. */
    open: async (path: string) => {
      await go(new URL(path, siteUrl()).href)
      await tab.alive()
    },
    /** As `alive` of the journeys in Chromium. */
    alive: async () => {
      await see(css('.site-header button[aria-pressed=true]'), 'is there', ({ count }) => count === 1)
      await waitFor('every control is hydrated', () => inPage('isEveryControlHydrated()'), Boolean)
    },
    back: () => engine.ask('void history.back()'),
    reload: async () => {
      await go((await engine.ask('location.href')) as string)
      await tab.alive()
    },
    /** A browser that knows HoT, and nobody who is signed in. */
    startOver: async () => {
      await engine.fresh()
      await engine.open(new URL('/robots.txt', siteUrl()).href)
      const consent: Consent = {
        level: 'essential',
        acceptedAt: '2026-01-01T00:00:00.000Z',
        text: consentQuestion.version,
      }
      await tab.store(storageKeys.consent, JSON.stringify(consent))
      await tab.store(storageKeys.appModalSeen, 'true')
    },
    /** Keeps something in the browser, as the site does. */
    store: (key: string, value: string) =>
      engine.ask(`void localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`),
  }
  return tab
}
