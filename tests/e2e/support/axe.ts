import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './wire.ts'

type RunOptions = Parameters<AxeBuilder['options']>[0]
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/** Axe's findings on the current screen. A page that already has axe is not sent its half a megabyte of code again. */
async function violationsOn(page: Page, options: RunOptions): Promise<Violations> {
  const found = await page.evaluate(async (wish) => {
    const axe = Reflect.get(window, 'axe') as { run(what: Document, how: unknown): Promise<unknown> } | undefined
    return axe ? ((await axe.run(document, wish)) as { violations: unknown }).violations : undefined
  }, options)
  if (found) return found as Violations
  // Without frames no second page is needed to merge results.
  return (await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()).violations
}

/** Fails with every violation: the element and axe's explanation. */
export async function expectNoViolation(page: Page, options: RunOptions): Promise<void> {
  const violations = await violationsOn(page, { ...options, resultTypes: ['violations'] })
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    ),
  ).toEqual([])
}
