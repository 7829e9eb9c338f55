type Rule = { allows: boolean; path: string }

/** The rules of a robots.txt for a crawler: those of its group, else of `*` (RFC 9309). */
function rulesFor(text: string, crawler: string): Rule[] {
  const groups = text.split('\n\n').map((group) => group.split('\n'))
  const of = (name: string) => groups.find((lines) => lines.includes(`User-agent: ${name}`))
  return (of(crawler) ?? of('*') ?? []).flatMap((line) => {
    const [, word, path = ''] = /^(Allow|Disallow): (.*)$/.exec(line) ?? []
    return word ? [{ allows: word === 'Allow', path }] : []
  })
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}`)

/** Whether a crawler may fetch an address: the longest rule decides, of two as long the one that allows. */
export function mayFetch(robots: string, crawler: string, address: string): boolean {
  const found = rulesFor(robots, crawler)
    .filter(({ path }) => patternOf(path).test(address))
    .toSorted((a, b) => b.path.length - a.path.length || Number(b.allows) - Number(a.allows))
  return found[0]?.allows ?? true
}
