import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { ConsentBanner } from './consent-banner.tsx'

test.each([
  [320, 256],
  [844, 390],
  [1280, 300],
])('on a low screen of %i × %i it covers nothing', async (width, height) => {
  await page.viewport(width, height)
  document.documentElement.dataset.consent = 'ask'
  onTestFinished(async () => {
    delete document.documentElement.dataset.consent
    await page.viewport(1280, 800)
  })
  await show(
    <>
      <ConsentBanner />
      <main>
        <p style={{ height: 400 }}>Bestätige deine Antwort.</p>
        <button type="button">Bestätigen</button>
      </main>
    </>,
  )
  const choice = page.getByRole('button', { name: 'Nur notwendiges' })
  await expect.element(choice).toBeVisible()
  const last = page.getByRole('button', { name: 'Bestätigen' }).element()
  for (const block of ['end', 'nearest', 'start'] as const) {
    last.scrollIntoView({ block })
    const { left, top, width: wide, height: high } = last.getBoundingClientRect()
    expect(document.elementFromPoint(left + wide / 2, top + high / 2), block).toBe(last)
  }
  const bottom = choice.element().getBoundingClientRect().bottom
  expect(bottom).toBeLessThanOrEqual(page.getByRole('main').element().getBoundingClientRect().top)
})
