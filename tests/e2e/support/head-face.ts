import type { Page } from '@playwright/test'

/** Waits until headlines stand in their own face instead of a stand-in (web/src/ui/styles/fonts.css). */
export async function headFace(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('HoT Kopf') && status === 'loaded'),
  )
}
