/**
 * Fails with file and line where site, rules or styles use what the floor's browsers (domain/src/installation/floor.ts) do
 * not have, unless the file asks for it first (ADR 155). Of the built files, libraries with them, the same is asked in
 * tests/http/shell/floor.test.ts.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { newerCode, newerStyles } from './newer-code.ts'

/** What a browser that does not know it passes over, and what people have there instead. */
const passedOver: Readonly<Record<string, string>> = {
  '<details name>': 'two menus may be open at once until the page is alive',
  '<img fetchpriority>': 'pictures come in the usual order',
  '<input autocapitalize>': 'fields of passwords are not capitalised anyway',
  '<input autocorrect>': 'the same',
  'content-visibility': 'everything is laid out at once',
  'contain-intrinsic-size': 'belongs to content-visibility',
  'overflow-clip-margin': 'belongs to content-visibility',
  'field-sizing': 'the field keeps its rows and scrolls',
  resize: 'the field keeps its size',
  'text-wrap': 'lines break where they are full',
  'scrollbar-width': 'the scrollbar has its usual width',
  'forced-color-adjust': 'forced colours replace ours',
  // Lightning CSS writes the prefixed names for these targets.
  hyphens: '-webkit-hyphens',
  'user-select': '-webkit-user-select',
  'mask-image': '-webkit-mask-image',
  'print-color-adjust': '-webkit-print-color-adjust',
}

/** The pairs of file and name for which people have something else. */
const stoodInFor: Readonly<Record<string, readonly string[]>> = {
  // The stand-in (web/src/ui/overlays/popover-stand-in.ts) is loaded where they are missing.
  'web/src/ui/overlays/popover-menu.tsx': ['hidePopover', '<div popover>', '<button popovertarget>'],
  'web/src/platform/browser-chrome/back-button.ts': ['hidePopover'],
  'web/src/ui/overlays/tooltip-layer.ts': ['hidePopover', 'showPopover'],
  'web/src/ui/overlays/use-sheet.ts': ['hidePopover'],
  'web/src/ui/overlays/overlay-history.ts': ['hidePopover'],
  // The filters are in the page there: `@supports not selector(:popover-open)`.
  'web/src/features/calendar/calendar-filters.tsx': [
    '<div popover>',
    '<button popovertarget>',
    '<button popovertargetaction>',
  ],
  'web/src/features/calendar/calendar-head.css': [':popover-open'],
}

/** Methods of objects of our own that have the name of a new one of a browser's. */
const ownWords = new Set('build canGoBack fetch forget format retry run subscribe take watch'.split(' '))

const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'web/src', 'domain/src']
const files = execFileSync('git', git, { encoding: 'utf8' }).split('\0')
const ours = files.filter((file) => /\.(tsx?|css)$/.test(file) && !/\.(test|d)\./.test(file) && fs.existsSync(file))
const unneeded = new Set([
  ...Object.keys(passedOver),
  ...Object.entries(stoodInFor).flatMap(([file, names]) => names.map((name) => `${file} ${name}`)),
])
const complaints = ours.flatMap((file) => {
  const source = fs.readFileSync(file, 'utf8')
  const found = file.endsWith('.css') ? newerStyles(source) : newerCode(file, source)
  return found.flatMap(({ name, line, why }) => {
    if (ownWords.has(name)) return []
    const isKnown = unneeded.delete(name) || name in passedOver
    const isStoodIn = stoodInFor[file]?.includes(name) ?? false
    if (isStoodIn) unneeded.delete(`${file} ${name}`)
    return isKnown || isStoodIn ? [] : [`${file}:${line}  ${name}: ${why}`]
  })
})
for (const line of [...complaints, ...[...unneeded].map((name) => `${name}  is no exception of the floor any more`)]) {
  console.error(line)
  process.exitCode = 1
}
