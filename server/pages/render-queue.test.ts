import { describe, expect, it } from 'vitest'
import { RenderQueueFull, renderQueue } from './render-queue.ts'

describe('renderQueue', () => {
  it('runs no more than it may, in order, and all of them', async () => {
    const queue = renderQueue(2, 10)
    let running = 0
    let most = 0
    const order: number[] = []
    const task = (number: number) => async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(number)
      running -= 1
      return number
    }
    const results = await Promise.all([1, 2, 3, 4, 5].map((number) => queue(task(number))))
    expect(results).toEqual([1, 2, 3, 4, 5])
    expect(order).toEqual([1, 2, 3, 4, 5])
    expect(most).toBe(2)
  })

  it('refuses what would wait too long, and recovers', async () => {
    const queue = renderQueue(1, 1)
    const slow = Promise.withResolvers<string>()
    const first = queue(() => slow.promise)
    const second = queue(async () => 'second')
    await expect(queue(async () => 'third')).rejects.toBeInstanceOf(RenderQueueFull)
    slow.resolve('first')
    expect([await first, await second]).toEqual(['first', 'second'])
    expect(await queue(async () => 'fourth')).toBe('fourth')
  })

  it('goes on after a failure', async () => {
    const queue = renderQueue(1, 5)
    await expect(queue(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(await queue(async () => 'fine')).toBe('fine')
  })
})
