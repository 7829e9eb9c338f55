import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

type IconNode = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]

/** Alone, a path that begins with `m` begins where it says; joined to others it would begin at the end of the last. */
function startingAnywhere(line: string): string {
  return line.replace(
    /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)\s*([-\d.]?)/,
    (_, x, y, following) => `M${x} ${y}${following ? `l${following}` : ''}`,
  )
}

/** The lines of a drawing as one path, and its shapes (circles, rectangles) without lucide's keys. */
export function drawingOf(node: IconNode): { path: string; shapes: IconNode } {
  const path = node.map(([tag, { d = '' }]) => (tag === 'path' ? startingAnywhere(d) : '')).join('')
  const shapes = node.filter(([tag]) => tag !== 'path').map(([tag, { key: _, ...shape }]) => [tag, shape] as const)
  return { path, shapes }
}

const component = '\0plain-icon'

const componentCode = `import { createElement as h } from 'react'
export default (path, shapes = []) => ({ size = 24, ...rest }) =>
  h('svg', { width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2,
    strokeLinecap: 'round', strokeLinejoin: 'round', className: 'lucide', ...rest },
    path && h('path', { d: path }), ...shapes.map(([tag, attributes]) => h(tag, attributes)))
`

const iconFile = /\/lucide-react\/dist\/esm\/icons\/[a-z0-9-]+\.mjs(\?|$)/
const drawing = /node:\s*(\[[\s\S]*?\])(?:,\s*aliases:\s*\[[^\]]*\])?\s*\};/

const packageFolder = path.join(path.dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm')

/** File of each icon, without its ending, by the names the package exports it under. */
function iconFiles(): Map<string, string> {
  const list = fs.readFileSync(path.join(packageFolder, 'lucide-react.mjs'), 'utf8')
  return new Map(
    [...list.matchAll(/^export \{ (.*?) \} from '\.\/icons\/(.*?)\.mjs';$/gm)].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name): [string, string] => [name.replace('default as ', ''), file]),
    ),
  )
}

const listImport = /import \{([^}]*)\} from 'lucide-react'/g

/** Imports icons from their files: through the list of all icons the bundler cannot tell which page needs which. */
export function withoutList(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(listImport, (_, names: string) =>
    names
      .split(',')
      .map((name) => {
        const [icon = '', local = icon] = name.trim().split(' as ')
        const file = files.get(icon)
        if (!file) throw new Error(`lucide has no icon ${icon}.`)
        return `import ${local} from 'lucide-react/icons/${file}'`
      })
      .join(';'),
  )
}

/**
 * lucide's icons carry keys, aliases and a component that knows colours, classes and contexts (1.8 kB in the first
 * file). HoT shows them in one weight, so each becomes one path and a component of three lines.
 * Fails the build when lucide writes its icons differently.
 */
export const plainIcons = (): Plugin => {
  const files = iconFiles()
  return {
    name: 'hot-plain-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id === 'virtual:plain-icon' ? component : undefined),
    load: (id) => (id === component ? componentCode : undefined),
    transform(code, id) {
      if (iconFile.test(id)) return plainIcon(code, id)
      const isOurs = /\/src\/.*\.tsx?(\?|$)/.test(id)
      return isOurs && code.includes("'lucide-react'") ? { code: withoutList(code, files), map: null } : null
    },
  }
}

function plainIcon(code: string, id: string) {
  // An alias only passes another icon on.
  if (!code.includes('createLucideIcon(')) return null
  const written = drawing.exec(code)?.[1]
  if (!written) throw new Error(`lucide draws ${id} differently: check plain-icons.ts.`)
  const { path: line, shapes } = drawingOf(readNode(written))
  const rest = shapes.length > 0 ? `, ${JSON.stringify(shapes)}` : ''
  return {
    code: `import icon from 'virtual:plain-icon'\nexport default /* @__PURE__ */ icon(${JSON.stringify(line)}${rest})\n`,
    map: null,
  }
}

/** Object literals of strings only: quoting the names makes them JSON. */
const readNode = (written: string): IconNode =>
  JSON.parse(written.replace(/([{,]\s*)("?)([a-zA-Z][\w-]*)\2:/g, '$1"$3":').replace(/,(\s*[\]}])/g, '$1')) as IconNode
