import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newerCode } from '../../../scripts/floor/newer-code.ts'

const client = path.resolve(import.meta.dirname, '../../../web/dist/client')

/** Of a method alone nothing tells whose it is, in files full of libraries; these name their class, or are a global. */
const isCertain = (name: string) => /^([\w$]+\.|[A-Z]|\/v$|:)/.test(name)

test('no built file, with its libraries, calls what the oldest browsers lack without asking first', () => {
  const files = fs.readdirSync(path.join(client, 'assets')).filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(100)
  const found = [...files.map((file) => `assets/${file}`), 'sw.js'].flatMap((file) =>
    newerCode('built.js', fs.readFileSync(path.join(client, file), 'utf8')).flatMap(({ name, why }) =>
      isCertain(name) ? [`${file}: ${name} ${why}`] : [],
    ),
  )
  expect(found).toEqual([])
})
