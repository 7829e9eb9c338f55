/**
 * Fails with file and line wherever a control is natively `disabled` while something is under way: the browser then drops
 * the focus onto the page, and the keyboard and screen readers begin from the top. Buttons have `busy` for that
 * (web/src/ui/controls/button.tsx).
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

/** How states of work under way are called. */
const workUnderWay = /busy|pending|saving|sending|loading|running|working/i

/** The lines of one file on which a control is `disabled` by such a state. */
export function disabledWhileBusy(file: string, source: string): number[] {
  const lines: number[] = []
  new Visitor({
    JSXAttribute: ({ name, value, start }) => {
      if (name.type !== 'JSXIdentifier' || name.name !== 'disabled' || !value) return
      if (workUnderWay.test(source.slice(value.start, value.end))) lines.push(source.slice(0, start).split('\n').length)
    },
  }).visit(parseSync(file, source).program)
  return lines
}

if (import.meta.main) {
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'web/src']
  const files = execFileSync('git', git, { encoding: 'utf8' }).split('\0')
  for (const file of files.filter((name) => /(?<!\.test)\.tsx$/.test(name) && fs.existsSync(name)))
    for (const line of disabledWhileBusy(file, fs.readFileSync(file, 'utf8'))) {
      console.error(`${file}:${line}  disabled while busy loses the focus; take busy={…}`)
      process.exitCode = 1
    }
}
