/** Compares two databases by what they are, whatever happened to them. */
import fs from 'node:fs'
import path from 'node:path'
import type { Session } from '@hot/embedded/database/engine'

const sql = fs.readFileSync(path.join(import.meta.dirname, 'catalogue.sql'), 'utf8')

/** Definitions by `kind name`, as catalogue.sql gives them. */
export type Catalogue = Map<string, string>

export async function catalogueOf(session: Session): Promise<Catalogue> {
  await session.exec(`set search_path = ''`)
  const { rows } = await session.query(sql)
  await session.exec('reset search_path')
  return new Map(rows.map(({ kind, name, definition }) => [`${kind} ${name}`, String(definition)]))
}

/** `is`: the definition that is there, `should`: the one that should be; undefined where the object is missing. */
export type Difference = { kind: string; name: string; is: string | undefined; should: string | undefined }

export function differences(is: Catalogue, should: Catalogue): Difference[] {
  const keys = [...new Set([...is.keys(), ...should.keys()])].sort()
  return keys
    .filter((key) => is.get(key) !== should.get(key))
    .map((key) => {
      const [, kind = '', name = ''] = /^(row security|default acl|\w+) (.*)$/s.exec(key) ?? []
      return { kind, name, is: is.get(key), should: should.get(key) }
    })
}
