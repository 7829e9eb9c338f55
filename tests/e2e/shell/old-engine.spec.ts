import { lackedBy } from '../../../scripts/floor/compat.ts'
import { registerMember } from '../../support/site/members.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import { publishPost, registerActor } from '../support/notification-steps.ts'
import { isMember } from '../support/session-steps.ts'

/** The classes of which the tools of these journeys themselves need what is young. */
const ofTools = new Set(['CSSStyleSheet', 'Worker', 'SharedWorker', 'WebAssembly'])

/** Runs in each page: takes away what the floor's browser lacks, as far as Chromium can be without. */
function beOld(lacks: [owner: string, name: string][]): void {
  for (const [owner, name] of lacks) {
    // What a window has is its own, not of its class.
    const place: unknown = owner === '' || owner === 'Window' ? window : Reflect.get(window, owner)
    if (typeof place !== 'function' && typeof place !== 'object') continue
    for (const at of [place, Reflect.get(Object(place), 'prototype')])
      if (typeof at === 'function' || (typeof at === 'object' && at !== null)) Reflect.deleteProperty(at, name)
  }
  // A selector it does not know is a mistake to it.
  for (const prototype of [Element.prototype, Document.prototype])
    for (const method of ['matches', 'closest', 'querySelector', 'querySelectorAll']) {
      const own: unknown = Reflect.get(prototype, method)
      if (typeof own !== 'function') continue
      Reflect.set(prototype, method, function (this: unknown, selector: string) {
        if (selector.includes(':popover-open')) throw new DOMException(selector, 'SyntaxError')
        return Reflect.apply(own, this, [selector])
      })
    }
}

for (const engine of ['safari', 'chrome'] as const)
  test(`the oldest ${engine} of the floor reads, opens and closes a menu and a dialog without losing the focus, and comments`, async ({
    page,
    request,
  }) => {
    const post = await publishPost(request, (await registerActor(request)).session)
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    await page.addInitScript(
      beOld,
      lackedBy(engine).filter(([owner]) => !ofTools.has(owner)),
    )
    await signIn(page, await registerMember(request))
    for (const path of [
      '/',
      '/stars',
      '/formate',
      '/kalender',
      '/charts',
      '/trashtalk',
      '/suche',
      '/news',
      '/charts/stars/hot-bestenliste',
      '/kalender?ansicht=monat',
      '/trashtalk?art=umfragen',
      '/community-guidelines',
      '/datenschutz',
      '/kontakt',
      '/account',
      '/account/einstellungen',
      '/account/benachrichtigungen',
      '/account/daten',
      post.path,
    ]) {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    }
    // Both lack them, and `popover` with them.
    expect(await page.evaluate(() => [typeof URL.canParse, 'popover' in HTMLElement.prototype])).toEqual([
      'undefined',
      false,
    ])
    await isMember(page)

    await page.getByRole('button', { name: 'Mehr zu diesem Beitrag' }).click()
    await page.getByRole('button', { name: 'Melden' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

    await page.getByRole('button', { name: 'Kommentar schreiben' }).click()
    await page.getByRole('textbox', { name: 'Dein Kommentar' }).fill('Das sehe ich genauso.')
    await page.getByRole('button', { name: 'Kommentieren' }).click()
    await expect(page.getByRole('article').filter({ hasText: 'Das sehe ich genauso.' }).last()).toBeVisible()
    expect(problems).toEqual([])
  })
