import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './wire.ts'

type RunOptions = Parameters<AxeBuilder['options']>[0]
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/** What axe finds on what is shown now. A page that has axe already is not given its half a megabyte of code again. */
async function violationsOn(page: Page, options: RunOptions): Promise<Violations> {
  const found = await page.evaluate(async (wish) => {
    const axe = Reflect.get(window, 'axe') as { run(what: Document, how: unknown): Promise<unknown> } | undefined
    return axe ? ((await axe.run(document, wish)) as { violations: unknown }).violations : undefined
  }, options)
  if (found) return found as Violations
  // Without frames nothing has to be put together in a second page.
  return (await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()).violations
}

/** Fails with every place that breaks a rule and what axe says about it. */
export async function expectNoViolation(page: Page, options: RunOptions): Promise<void> {
  const violations = await violationsOn(page, { ...options, resultTypes: ['violations'] })
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    ),
  ).toEqual([])
}
