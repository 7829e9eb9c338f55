import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './wire.ts'

type RunOptions = Parameters<AxeBuilder['options']>[0]
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/** Whether nothing is on its way from one look to another: halfway between two colours no contrast holds. */
const isSettled = () =>
  document
    .getAnimations()
    .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity)

/** Axe's findings on the current screen. A page that already has axe is not sent its half a megabyte of code again. */
async function violationsOn(page: Page, part: string, options: RunOptions): Promise<Violations> {
  // What a phone's first page does not lay out yet (layout.css) has no size that axe could measure.
  await page.evaluate(() => document.documentElement.removeAttribute('data-first'))
  await page.waitForFunction(isSettled, undefined, { timeout: 10_000 })
  const found = await page.evaluate(
    async ([what, how]) => {
      const axe = Reflect.get(window, 'axe') as { run(what: string, how: unknown): Promise<unknown> } | undefined
      return axe ? ((await axe.run(what, how)) as { violations: unknown }).violations : undefined
    },
    [part, options] as const,
  )
  if (found) return found as Violations
  // Without frames no second page is needed to merge results.
  return (await new AxeBuilder({ page }).setLegacyMode().include(part).options(options).analyze()).violations
}

/** What can change with the theme, which changes colours only. */
export const colourRules: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Fails with every violation, of the whole page or a part: the element and axe's explanation. */
export async function expectNoViolation(page: Page, options: RunOptions, part = 'html'): Promise<void> {
  const violations = await violationsOn(page, part, { ...options, resultTypes: ['violations'] })
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    ),
  ).toEqual([])
}
