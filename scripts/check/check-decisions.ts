/**
 * Fails for every page of docs/decisions that its index does not list exactly once, under its own title, and marked
 * where another has superseded it.
 */
import fs from 'node:fs'
import path from 'node:path'

const folder = 'docs/decisions'
const entry = /^- \[(\d{3})\]\(([^)]+)\) (.+)$/gm

/** What is wrong with `index`, the text of the folder's README, given the pages by file name. */
export function wrongInIndex(index: string, pages: Readonly<Record<string, string>>): string[] {
  const listed = [...index.matchAll(entry)].map(([, number, file = '', title]) => ({
    file,
    line: `${number} ${title}`,
  }))
  const unknown = listed.filter(({ file }) => !(file in pages)).map(({ file }) => `${file}: listed, but no such page`)
  const wrong = Object.entries(pages).flatMap(([file, text]) => {
    const lines = listed.filter((other) => other.file === file).map(({ line }) => line)
    const wanted = lineOf(text)
    if (lines.length !== 1) return [`${file}: listed ${lines.length} times instead of once, as "${wanted}"`]
    return lines[0] === wanted ? [] : [`${file}: listed as "${lines[0]}" instead of "${wanted}"`]
  })
  return [...unknown, ...wrong]
}

/** How the index calls a page: number, title, and by which page it is superseded. */
function lineOf(text: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const successor = /^Status: superseded by (\d{3})/m.exec(text)?.[1]
  return successor ? `${title} (superseded by ${successor})` : title
}

if (import.meta.main) {
  const files = fs.readdirSync(folder).filter((name) => /^\d{3}-.*\.md$/.test(name))
  const pages = Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]))
  const wrong = wrongInIndex(fs.readFileSync(path.join(folder, 'README.md'), 'utf8'), pages)
  for (const line of wrong) console.error(`${folder}/README.md  ${line}`)
  if (wrong.length > 0) process.exitCode = 1
}
