import { inventory } from '@hot/domain/privacy/inventory'
import { expect, test } from 'vitest'
import type { RequestLine } from './request-log.ts'

/** What the inventory calls each field of a line. A new field does not compile until somebody has thought about it. */
const called: Record<Exclude<keyof RequestLine, 'level'>, string> = {
  id: 'Kennungen der Anfrage',
  method: 'Art',
  path: 'Adresse der Anfrage ohne alles hinter einem Fragezeichen',
  status: 'Ergebnis',
  ms: 'Dauer',
  trace: 'des Seitenaufrufs',
  cause: 'Grund',
  spent: 'womit sie verging',
}

test.each(Object.entries(called))('what the log has of a request, %s, stands in the inventory: %s', (_, words) =>
  expect(inventory.log.what).toContain(words),
)
