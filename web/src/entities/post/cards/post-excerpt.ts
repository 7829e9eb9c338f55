/** The wire cuts after so many characters, wherever that is (`excerpt` of the post cards). */
const cutAfter = 180

/** The beginning of a post as it is shown in lists: whole words, and a sign that more follows. */
export function shownExcerpt(excerpt: string): string {
  if ([...excerpt].length < cutAfter) return excerpt
  const lastSpace = excerpt.trimEnd().search(/\s+\S*$/)
  return `${lastSpace > 0 ? excerpt.slice(0, lastSpace) : excerpt}…`
}
