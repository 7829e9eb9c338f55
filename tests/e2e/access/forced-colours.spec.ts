import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'

/** Chosen or current controls that look like one beside them that is not. */
const indistinct = () => {
  const states = '[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-checked=true]'
  const look = (element: Element) => {
    const { backgroundColor, borderTopColor, borderBottomColor, color } = getComputedStyle(element)
    return [backgroundColor, borderTopColor, borderBottomColor, color].join(' ')
  }
  const found: string[] = []
  let compared = 0
  for (const chosen of document.querySelectorAll(states)) {
    if (!chosen.checkVisibility() || chosen.matches('article, tr')) continue
    const group = chosen.closest('nav, fieldset, [role=group], .reactions, ul, header') ?? document.body
    const [kind] = chosen.classList
    const others = group.querySelectorAll(`${chosen.tagName}${kind ? `.${CSS.escape(kind)}` : ''}`)
    const other = [...others].find((one) => one !== chosen && one.checkVisibility() && !one.matches(states))
    if (!other) continue
    compared++
    if (look(other) === look(chosen)) found.push(`${location.pathname}: ${chosen.outerHTML.slice(0, 140)}`)
  }
  return { found, compared }
}

test('what is chosen, pressed or current is seen in forced colours, on every kind of page', async ({
  page,
  reader: _,
  samples,
}) => {
  test.slow()
  await page.emulateMedia({ forcedColors: 'active' })
  let compared = 0
  const found: string[] = []
  for (const [path, width] of [
    ['/kalender?ansicht=woche', 1280],
    ['/kalender', 390],
    ['/stars?buchstabe=A', 1280],
    ['/account/einstellungen', 1280],
    ['/charts/stars/social-media-bestenliste', 390],
    ['/trashtalk/geruechte', 1280],
    [samples.member.path, 390],
    [samples.discussion.path, 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await visit(page, path)
    const here = await page.evaluate(indistinct)
    expect(here.compared, path).toBeGreaterThan(0)
    compared += here.compared
    found.push(...here.found)
  }
  expect(found).toEqual([])
  expect(compared).toBeGreaterThan(12)

  await visit(page, samples.discussion.path)
  const heart = page.getByRole('main').getByRole('button', { name: /^Herz/ }).first()
  const look = () => heart.evaluate((element) => getComputedStyle(element).backgroundColor)
  const before = await look()
  await heart.evaluate((element) => element.setAttribute('aria-pressed', 'true'))
  expect(await look()).not.toBe(before)
})
