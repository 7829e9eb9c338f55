import { describe, test } from 'vitest'
import { surviveDisconnects } from './forced-disconnects.ts'
import { ownTargets } from './open-contract.ts'

describe.each(ownTargets())('A hundred broken lines on $name', ({ open }) => {
  test('leave the client with what the database holds', async () => {
    const contract = await open()
    try {
      await surviveDisconnects(contract, 100)
    } finally {
      await contract.close()
    }
  })
})
