/** No line of a phone holds a longer one; other journeys write such on purpose. */
export const LONGEST_WORD = 40

/**
 * Words of the document that go over two lines where no hyphen, slash or the like stands, as `before|after`. Addresses and what
 * a person typed without a space are no words. Chromium's tests have no dictionary of hyphens, so what they accept stands
 * everywhere. Also sent into pages of journeys, so it uses nothing from around it.
 */
export function brokenWordsHere(longestWord: number): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const topOf = (node: Node, at: number) => {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getClientRects()[0]?.top
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element?.checkVisibility({ visibilityProperty: true }) || element.closest('script, style, textarea, .sr-only'))
      continue
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\u00a0]{3,}/g)) {
      if (word.length > longestWord || /:\/\/|@|\.[a-z]{2,}\//i.test(word)) continue
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const { height } = range.getBoundingClientRect()
      const line = range.getClientRects()[0]?.height ?? 0
      if (height < line * 1.6 || line === 0) continue
      for (let at = 1; at < word.length; at++) {
        const [before, after] = [topOf(node, index + at - 1), topOf(node, index + at)]
        if (before === undefined || after === undefined || after - before < line / 2) continue
        if (!/[-‐–—/\u00ad_.]$/.test(word.slice(0, at))) found.push(`${word.slice(0, at)}|${word.slice(at)}`)
      }
    }
  }
  return found
}
