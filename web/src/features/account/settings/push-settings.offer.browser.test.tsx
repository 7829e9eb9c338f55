import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { DevicePush, PushState } from '#web/platform/push/push-device.ts'
import { show } from '../../../../../tests/support/components/show.tsx'
import { PushOffer } from './push-settings.tsx'

const given = vi.hoisted(() => ({ permission: 'prompt' as PushState['permission'], asked: 0 }))

/** A browser whose user refuses. */
const push: DevicePush = {
  kind: 'web',
  state: async () => ({ permission: given.permission, device: null }),
  async register() {
    given.asked += 1
    given.permission = 'denied'
    return null
  },
  remember: async () => {},
  forget: async () => {},
}

vi.mock('#web/platform/push/push.ts', () => ({ devicePush: async () => push, needsHomeScreen: () => false }))

const yes = page.getByRole('button', { name: 'Bescheid sagen' })

beforeEach(() => {
  localStorage.clear()
  Object.assign(given, { permission: 'prompt', asked: 0 })
})

test('whoever wants it and is refused by the browser is told how to allow it', async () => {
  await show(<PushOffer userId="u" />)
  await yes.click()
  await expect.element(page.getByRole('status')).toMatchTextContent('Blockiert: Dein Browser lässt keine Nachrichten')
  expect(given.asked).toBe(1)
  await page.getByRole('button', { name: 'Verstanden' }).click()
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
})

test('declined once, it is not offered again', async () => {
  const { screen } = await show(<PushOffer userId="u" />)
  await page.getByRole('button', { name: 'Nein danke' }).click()
  await expect.element(yes).not.toBeInTheDocument()
  await screen.unmount()
  await show(<PushOffer userId="u" />)
  await expect.element(yes).not.toBeInTheDocument()
  expect(given.asked).toBe(0)
})

test('a device that blocks it already is not bothered', async () => {
  given.permission = 'denied'
  await show(<PushOffer userId="u" />)
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
})
