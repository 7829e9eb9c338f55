import type { Page } from '@playwright/test'

/** Waits until headlines are set in their web font instead of a fallback (web/src/ui/styles/fonts.css). */
export async function headFace(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('HoT Kopf') && status === 'loaded'),
  )
}
