/** The place of the list in a template (scripts/generate/mail-templates.ts). */
const listMark = '<!-- items -->'

const linkStyle = 'color: #16130e; font-weight: 700'

/** A line of a mail's list; `path` on this site. */
export type MailLine = { text: string; path: string }

/**
 * A template with a list of links in its place, and the values to fill them with: `Text0`, `Url0` and so on, which are
 * escaped like all values.
 */
export function withList(template: string, lines: readonly MailLine[], siteUrl: string) {
  const links = lines.map(
    (_, n) =>
      `<p class="line" style="margin: 0 0 12px; padding-top: 12px; border-top: 1px solid #d5d0ba"><a class="ink" href="{{ .Url${n} }}" style="${linkStyle}">{{ .Text${n} }}</a></p>`,
  )
  const values = lines.flatMap(({ text, path }, n) => [
    [`Text${n}`, text],
    [`Url${n}`, `${siteUrl}${path}`],
  ])
  return { template: template.replace(listMark, links.join('\n')), values: Object.fromEntries(values) }
}
