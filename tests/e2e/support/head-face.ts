import type { Page } from '@playwright/test'

/** Waits until headlines stand in the face of the house, which comes once something is seen (web/src/app/start/heading-font.ts). */
export async function headFace(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('HoT Kopf') && status === 'loaded'),
  )
}
