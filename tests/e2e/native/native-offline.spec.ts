import { asServer, registerMember, sessionOf } from '../../support/site/members.ts'
import { nativeAppBuilt } from '../support/native-build.ts'
import {
  expect,
  isPersisted,
  isSignedIn,
  openShell,
  persistedKeys,
  putSession,
  setNetwork,
  startAgain,
  test,
} from '../support/native-steps.ts'
import { publishPost, registerActor } from '../support/notification-steps.ts'

test.beforeAll(async () => {
  test.setTimeout(180_000)
  await nativeAppBuilt()
})

const offline = 'Offline. Was du gelesen hast, ist noch da.'
const silent = 'HoT antwortet gerade nicht. Was du gelesen hast, ist noch da.'

test('a device without a network starts with what was read and its member; back online what was removed is gone', async ({
  page,
  context,
  request,
  shell,
}) => {
  const session = await sessionOf(request, await registerMember(request))
  const post = await publishPost(request, (await registerActor(request)).session)
  await putSession(page, shell, session)
  await openShell(page, shell, post.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title)
  await page.getByRole('navigation', { name: 'Schnellzugriff' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await isPersisted(page, '["home"]')
  await isPersisted(page, '["comments","of"')
  // The token has expired when the app is opened again.
  await putSession(page, shell, session, true)
  await setNetwork(page, false)
  shell.front.away = true

  const later = await startAgain(context, shell, '/')
  await expect(later.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(later.getByText(offline)).toBeVisible()
  await isSignedIn(later)
  const tab = (name: string) =>
    later.getByRole('navigation', { name: 'Schnellzugriff' }).getByRole('link', { name, exact: true })
  await tab('Kalender').click()
  await expect(later.getByRole('alert')).toContainText('für diese Seite brauchst du eine Verbindung')

  const reading = await startAgain(context, shell, post.path)
  await expect(reading.getByRole('heading', { level: 1 })).toHaveText(post.title)
  await expect(reading.getByText(offline)).toBeVisible()

  const removed = await request.patch(`/rest/v1/community_posts?id=eq.${post.id}`, {
    headers: asServer(),
    data: { status: 'rejected', rejection_reason: 'Gegen die Regeln.' },
  })
  expect(removed.status(), await removed.text()).toBe(204)
  shell.front.away = false
  await setNetwork(reading, true)
  await expect(reading.getByText('Wieder online.')).toBeVisible()
  await expect(reading.getByText('Fehler 404')).toBeVisible()
  await expect(reading.getByText(post.title)).toHaveCount(0)
  const keptPosts = async () => (await persistedKeys(reading)).filter((key) => key.includes('"posts","one"'))
  await expect.poll(keptPosts).toEqual([])
  await isSignedIn(reading)
})

test('a backend that does not answer holds up nothing; signing out leaves nothing on the device', async ({
  page,
  context,
  request,
  shell,
}) => {
  await putSession(page, shell, await sessionOf(request, await registerMember(request)))
  await openShell(page, shell, '/')
  await isPersisted(page, '["home"]')
  shell.front.away = true

  const later = await startAgain(context, shell, '/')
  await expect(later.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(later.getByText(silent)).toBeVisible()
  await later.getByRole('navigation', { name: 'Schnellzugriff' }).getByRole('link', { name: 'Stars' }).click()
  await expect(later.getByRole('alert')).toContainText('Versuch es gleich noch einmal.')

  const menu = later.getByRole('banner').locator('details', { has: later.getByText('Dunkel') })
  await menu.locator('summary').click()
  await menu.getByRole('button', { name: 'Abmelden' }).click()
  await expect.poll(() => persistedKeys(later)).toEqual([])
})
