import type { APIRequestContext, Page } from '@playwright/test'
import { registerMember } from '../../support/site/members.ts'
import { expect, shellOrigin, test } from '../support/native-journey.ts'
import { commented, known } from '../support/push-steps.ts'
import { isGuest, isMember, leave } from '../support/session-steps.ts'
import { type Bridge, pushTokens, shellBridge } from '../support/shell-bridge.ts'

const settings = '/account/einstellungen'
const list = '/account/benachrichtigungen'
const on = (page: Page) => page.getByRole('button', { name: 'Bescheid sagen' })
const off = (page: Page) => page.getByRole('button', { name: 'Ausschalten' })

type Device = { id: string; kind: string; token: string; environment: string | null }
const devices = (request: APIRequestContext, member: string) =>
  known<Device>(request, 'push_devices', member, 'id,kind,token,environment')

/** The event both plugins emit for a tap on a message of our senders. */
const tap = (device: Bridge, message: string, data: object) =>
  device.tell('PushNotifications.pushNotificationActionPerformed', {
    actionId: 'tap',
    notification: { id: message, data },
  })

test('android: asked after a press only, kept up to date without asking, and gone when it is switched off', async ({
  page,
  request,
  shell,
}) => {
  const member = await registerMember(request)
  const device = await shellBridge(page)
  await shell.signIn(page, member)
  await shell.open(page, settings)
  await expect(page.getByText('Dann fragt es dich gleich, ob HoT Benachrichtigungen senden darf.')).toBeVisible()
  expect(device.asked('PushNotifications.requestPermissions')).toEqual([])
  expect(device.asked('PushNotifications.register')).toEqual([])

  await on(page).click()
  await expect(off(page)).toBeVisible()
  expect(device.asked('PushNotifications.createChannel')).toMatchObject([{ id: 'hot', name: 'Benachrichtigungen' }])
  const [first] = await devices(request, member.id)
  expect(first).toMatchObject({ kind: 'android', token: pushTokens.android, environment: null })

  // Google replaces the token while the app runs.
  await device.tell('PushNotifications.registration', { value: 'fcm:another-token-of-it' })
  await expect.poll(() => devices(request, member.id)).toEqual([{ ...first, token: 'fcm:another-token-of-it' }])
  // The next start registers the current token.
  await page.reload()
  await isMember(page)
  await expect.poll(() => devices(request, member.id)).toEqual([first])
  expect(device.asked('PushNotifications.requestPermissions')).toHaveLength(1)

  await off(page).click()
  await expect(on(page)).toBeVisible()
  expect(await devices(request, member.id)).toEqual([])
  expect(device.asked('PushNotifications.unregister')).toHaveLength(1)
})

test('ios: what is tapped opens the exact place, from a cold start and in the running app, and nothing foreign', async ({
  page,
  request,
  shell,
}) => {
  const { author, comment, notification, path, isRead } = await commented(request)
  const device = await shellBridge(page, { device: 'ios' })
  await shell.signIn(page, author)
  await tap(device, notification, { aps: {}, type: 'comment_on_post', notification, path })
  await shell.open(page, '/')
  await expect(page).toHaveURL(shellOrigin + path)
  await expect(page.locator(`#kommentar-${comment}`)).toBeInViewport()
  await expect.poll(isRead).toBe(true)

  await tap(device, 'second', { path: '/account/moderation' })
  await expect(page).toHaveURL(`${shellOrigin}/account/moderation`)
  for (const foreign of ['//evil.example/stars', 'https://evil.example/', '/account/daten']) {
    await tap(device, foreign, { path: foreign })
    await expect(page).toHaveURL(shellOrigin + list)
  }
})

test('ios: a no is said with the way back, a refusal can be tried again, and signing out ends it', async ({
  page,
  request,
  shell,
}) => {
  const member = await registerMember(request)
  const device = await shellBridge(page, {
    device: 'ios',
    answers: { 'PushNotifications.checkPermissions': { receive: 'denied' } },
  })
  await shell.signIn(page, member)
  await shell.open(page, settings)
  await expect(page.getByText('Öffne seine Einstellungen, dort „Mitteilungen“ und „HoT“')).toBeVisible()

  // Allowed there, but Apple has no token yet; it comes in capitals.
  device.answer('PushNotifications.checkPermissions', { receive: 'granted' })
  device.answer('PushNotifications.register', () => {
    void device.tell('PushNotifications.registrationError', { error: 'no valid aps-environment' })
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await on(page).click()
  await expect(page.getByRole('alert')).toContainText('Dein Gerät hat sich nicht anmelden lassen.')
  expect(await devices(request, member.id)).toEqual([])
  device.answer('PushNotifications.register', () => {
    void device.tell('PushNotifications.registration', { value: pushTokens.ios.toUpperCase() })
  })
  await on(page).click()
  await expect(off(page)).toBeVisible()
  expect(await devices(request, member.id)).toMatchObject([
    { kind: 'ios', token: pushTokens.ios, environment: 'production' },
  ])

  // The same app as installed by Xcode: its token belongs to Apple's sandbox.
  device.answer('PushService.environment', { apsEnvironment: 'development' })
  await page.reload()
  await isMember(page)
  await expect
    .poll(async () => (await devices(request, member.id)).map(({ environment }) => environment))
    .toEqual(['sandbox'])

  await leave(page)
  await isGuest(page)
  await expect.poll(() => device.asked('PushNotifications.unregister')).toHaveLength(1)
  expect(await devices(request, member.id)).toEqual([])
  expect([...device.store.keys()].filter((key) => key.startsWith('hot_push_device'))).toEqual([])
})

test.describe('without a network', () => {
  test.use({ faultsExpected: true })

  test('ios: signing out after a restart, with Apple silent and without a network, leaves nothing of the member on the phone', async ({
    page,
    request,
    shell,
  }) => {
    const member = await registerMember(request)
    const device = await shellBridge(page, {
      device: 'ios',
      answers: { 'PushNotifications.checkPermissions': { receive: 'granted' } },
    })
    await shell.signIn(page, member)
    await shell.open(page, settings)
    await on(page).click()
    await expect(off(page)).toBeVisible()
    device.answer('PushNotifications.register', {})
    await page.reload()
    await isMember(page)
    await expect.poll(() => device.asked('PushNotifications.register').length).toBeGreaterThan(1)

    await page.context().setOffline(true)
    await leave(page)
    await isGuest(page)
    await expect.poll(() => device.asked('PushNotifications.unregister')).toHaveLength(1)
    await expect.poll(() => device.asked('PushService.clear').length).toBeGreaterThan(0)
    expect([...device.store.keys()].filter((key) => key.startsWith('hot_push_device'))).toEqual([])
    // With a network it is told once more.
    await page.context().setOffline(false)
    await expect.poll(() => device.asked('PushNotifications.unregister')).toHaveLength(2)
  })
})
