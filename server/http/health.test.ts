import { describe, expect, it } from 'vitest'
import { healthCheck } from './health.ts'

describe('healthCheck', () => {
  it('tells whether the database answers', async () => {
    expect(await healthCheck(async () => {}, '1.2.3')()).toEqual({ status: 'ok', database: 'ok', version: '1.2.3' })
    const down = healthCheck(() => Promise.reject(new Error('gone')), '1.2.3')
    expect(await down()).toEqual({ status: 'unavailable', database: 'unavailable', version: '1.2.3' })
  })

  it('asks at most once a second, however many ask', async () => {
    let now = 0
    let asked = 0
    const health = healthCheck(
      async () => {
        asked += 1
      },
      '1',
      () => now,
    )
    await Promise.all([health(), health(), health()])
    now = 999
    await health()
    expect(asked).toBe(1)
    now = 1_000
    await health()
    expect(asked).toBe(2)
  })
})
