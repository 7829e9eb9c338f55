import { expect, test, vi } from 'vitest'
import { fakeClock } from '../../../../tests/support/web/fake-clock.ts'
import { endSplash } from './start-screen.ts'

function start(services: Promise<unknown>[]) {
  const clock = fakeClock()
  const hide = vi.fn(async () => {})
  return { clock, hide, ended: endSplash({ services, hide, after: clock.after }) }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('stays until the last service is ready, then is hidden once', async () => {
  let ready = () => {}
  const { clock, hide, ended } = start([
    Promise.resolve(),
    new Promise<void>((resolve) => {
      ready = resolve
    }),
  ])
  await turn()
  expect(hide).not.toHaveBeenCalled()
  ready()
  await ended
  clock.advance(10_000)
  await turn()
  expect(hide).toHaveBeenCalledTimes(1)
})

test('is hidden when initialising fails, which is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { hide, ended } = start([Promise.reject(new Error('no configuration')), new Promise(() => {})])
  await ended
  expect(hide).toHaveBeenCalledTimes(1)
  expect(String(log.mock.calls[0]?.[0])).toContain('no configuration')
  log.mockRestore()
})

test('is hidden after three seconds when a service is neither ready nor fails', async () => {
  const { clock, hide } = start([new Promise(() => {})])
  clock.advance(2_999)
  await turn()
  expect(hide).not.toHaveBeenCalled()
  clock.advance(1)
  await turn()
  expect(hide).toHaveBeenCalledTimes(1)
})
