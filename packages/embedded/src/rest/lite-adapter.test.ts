import * as lite from '@supabase/lite'
import { PgliteConnection } from '@supabase/lite/pglite'
import { expect, test } from 'vitest'

const Parent = Object.getPrototypeOf(PgliteConnection) as new (config: object) => object

test('the parent class of the connections is still not exported, and has the members that the adapter overrides', () => {
  expect(Object.values(lite)).not.toContain(Parent)
  for (const name of ['withContext', 'normalizeDbError', 'introspect', 'clearSchemaCache', 'ensureRlsContext'])
    expect(Reflect.get(Parent.prototype, name), name).toBeInstanceOf(Function)
})

test('a connection grants nothing if its state says that grants exist', async () => {
  const connection = new Parent({}) as { rlsState: string; ensureRlsContext(): Promise<boolean> }
  expect(connection.rlsState).toBe('unknown')
  connection.rlsState = 'active'
  // Without a database behind it any statement would fail.
  expect(await connection.ensureRlsContext()).toBe(true)
})

test('an app has a field for its storage adapter', () => {
  const app = new lite.App({ connection: new PgliteConnection() })
  expect('_storageAdapter' in app).toBe(true)
})

test('errors are distinguished by class and name, because they have no code', () => {
  const unknown = new lite.RelationNotFoundError('public', 'books')
  expect(unknown).toBeInstanceOf(Error)
  expect(Reflect.has(unknown, 'code')).toBe(false)
})
