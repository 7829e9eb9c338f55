import fs from 'node:fs'
import path from 'node:path'
import { root } from '../node-program.js'

/** A section of CHANGELOG.md: `## Unreleased`, or `## 1.0.0 – 2026-11-23`. */
export type Section = { version: string | undefined; date: string | undefined; text: string }

const unreleased = '## Unreleased'
const heading = /^## (?:Unreleased|(\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d))$/
const anyHeading = /^## .*$/gm

/** The sections in their order. Throws for a heading of another form. */
export function sectionsOf(changelog: string): Section[] {
  const heads = [...changelog.matchAll(anyHeading)]
  return heads.map(({ 0: line, index }, at) => {
    const found = heading.exec(line)
    if (!found) throw new Error(`CHANGELOG.md: »${line}« is neither »${unreleased}« nor »## 1.2.3 – 2026-01-31«.`)
    const text = changelog.slice(index + line.length, heads[at + 1]?.index).trim()
    return { version: found[1], date: found[2], text }
  })
}

/** What is unreleased becomes the section of a version. Throws when there is nothing to release. */
export function datedChangelog(changelog: string, version: string, date: string): string {
  const [first, ...rest] = sectionsOf(changelog)
  if (!first || first.version || first.text === '') throw new Error('CHANGELOG.md says nothing of what is unreleased.')
  if (rest.some((section) => section.version === version)) throw new Error(`CHANGELOG.md has ${version} already.`)
  return changelog.replace(unreleased, `## ${version} – ${date}`)
}

/** With an empty section for what comes next. */
export const openedChangelog = (changelog: string): string =>
  changelog.replace(/^## /m, `${unreleased}\n\nNothing yet.\n\n## `)

/** The notes of a release, as its page shows them. Throws when there are none. */
export function notesOf(changelog: string, version: string): string {
  const section = sectionsOf(changelog).find((one) => one.version === version)
  if (!section) throw new Error(`CHANGELOG.md has no section »## ${version} – DATE«.`)
  return section.text
}

/** `node scripts/release/changelog.ts 1.1.0` prints the notes of a version, for its page. */
if (import.meta.main)
  console.info(notesOf(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), process.argv[2] ?? ''))
