import { registerMember } from '../../support/site/members.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import { publishPost, registerActor } from '../support/notification-steps.ts'
import { isMember } from '../support/session-steps.ts'

/** What the oldest browsers that README.md names lack, as far as Chromium can be without. */
const younger: Readonly<Record<string, readonly string[]>> = {
  URL: ['parse'],
  'Element.prototype': ['checkVisibility', 'moveBefore'],
  Promise: ['withResolvers', 'try'],
  AbortSignal: ['any'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  Array: ['fromAsync'],
  'Set.prototype': [
    'union',
    'intersection',
    'difference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
    'symmetricDifference',
  ],
  'Iterator.prototype': [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ],
  RegExp: ['escape'],
  'Document.prototype': ['startViewTransition'],
  window: ['scheduler', 'requestIdleCallback', 'Temporal', 'CloseWatcher', 'navigation'],
}

test('the oldest browsers read, open and close a dialog without losing the focus, and comment', async ({
  page,
  request,
}) => {
  const post = await publishPost(request, (await registerActor(request)).session)
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await page.addInitScript((all) => {
    for (const [place, names] of Object.entries(all)) {
      const owner = place.split('.').reduce((at: object, part) => Reflect.get(at, part) ?? {}, window)
      for (const name of names) Reflect.deleteProperty(owner, name)
    }
  }, younger)
  await signIn(page, await registerMember(request))
  for (const path of [
    '/',
    '/stars',
    '/formate',
    '/kalender',
    '/charts',
    '/trashtalk',
    '/suche',
    '/account',
    post.path,
  ]) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }
  expect(await page.evaluate(() => typeof Element.prototype.checkVisibility)).toBe('undefined')
  await isMember(page)

  await page.getByRole('button', { name: 'Mehr zu diesem Beitrag' }).click()
  await page.getByRole('button', { name: 'Melden' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  await page.getByRole('button', { name: 'Kommentar schreiben' }).click()
  await page.getByRole('textbox', { name: 'Dein Kommentar' }).fill('Das sehe ich genauso.')
  await page.getByRole('button', { name: 'Kommentieren' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Das sehe ich genauso.' }).last()).toBeVisible()
  expect(problems).toEqual([])
})
