import { publicRoutes, textOf } from '../../support/site/routes.ts'
import { test, visit } from '../support/journey.ts'
import { shiftClock } from '../support/modes.ts'

test.use({ timezoneId: 'Asia/Tokyo' })

/** A page that came without the time of the server: until the first answer, the app believes the device. */
function hideServerTime(): void {
  Object.defineProperty(PerformanceResourceTiming.prototype, 'serverTiming', { get: () => [] })
}

test('no page is taken over with a text of the device’s clock or zone: React would log that it differs', async ({
  page,
  samples,
}) => {
  await page.context().addInitScript(hideServerTime)
  await page.context().addInitScript(shiftClock, 400 * 24)
  for (const { path } of publicRoutes) await test.step(textOf(path, samples), () => visit(page, textOf(path, samples)))
})
