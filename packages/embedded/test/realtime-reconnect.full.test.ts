import { describe, test } from 'vitest'
import { surviveDisconnects } from './forced-disconnects.ts'
import { ownTargets } from './open-contract.ts'

describe.each(ownTargets())('A hundred broken connections on $name', ({ open }) => {
  test('leave the client in the state of the database', async () => {
    const contract = await open()
    try {
      await surviveDisconnects(contract, 100)
    } finally {
      await contract.close()
    }
  })
})
