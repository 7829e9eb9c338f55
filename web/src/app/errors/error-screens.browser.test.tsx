import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { reloads } from '#web/platform/device/reloads.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { lostAnswer } from '../../../../tests/support/web/lost-answer.ts'
import { RouteErrorScreen } from './error-screens.tsx'

const retry = page.getByRole('button', { name: 'Erneut versuchen' })

/** The device's network as the browser tells it. */
function network(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: online })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

test('the offline screen goes by itself once the network is back, and tries once', async () => {
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'))
  network(false)
  const reset = vi.fn()
  await show(<RouteErrorScreen error={lostAnswer()} reset={reset} />)
  await expect.element(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
  expect(reset).not.toHaveBeenCalled()
  network(true)
  await expect.poll(() => reset.mock.calls.length).toBe(1)
  network(false)
  network(true)
  await retry.click()
  await expect.poll(() => reset.mock.calls.length).toBe(2)
})

test('what is not stored yet is stored before the offline screen tries again by itself', async () => {
  const kept = Promise.withResolvers<void>()
  reloads.waitFor = kept.promise
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'onLine')
    reloads.waitFor = null
  })
  network(false)
  const reset = vi.fn()
  await show(<RouteErrorScreen error={lostAnswer()} reset={reset} />)
  await expect.element(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
  network(true)
  // By hand it does not wait, and what the network began would have run before.
  await retry.click()
  await expect.poll(() => reset.mock.calls.length).toBe(1)
  kept.resolve()
  await expect.poll(() => reset.mock.calls.length).toBe(2)
})

test('another failure waits for its reader', async () => {
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'))
  const reset = vi.fn()
  await show(<RouteErrorScreen error={new Error('broken')} reset={reset} />)
  await expect.element(page.getByRole('heading', { name: 'Etwas ist schiefgelaufen' })).toBeVisible()
  network(true)
  await retry.click()
  await expect.poll(() => reset.mock.calls.length).toBe(1)
})
