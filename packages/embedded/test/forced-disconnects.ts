import { setTimeout as pause } from 'node:timers/promises'
import type { Backend } from '@hot/embedded'
import { expect } from 'vitest'
import { type Contract, member } from './open-contract.ts'
import { connect, openLine } from './realtime-line.ts'

type Row = Record<string, unknown>

/**
 * Cuts the connection so many times while somebody writes, and expects that a client which reads everything after each
 * join and applies each change ends with what the database holds.
 */
export async function surviveDisconnects(contract: Contract & { backend: Backend }, times: number): Promise<void> {
  const line = await openLine(contract)
  const me = await member(contract)
  const client = await connect(line, contract, me.token)
  const state = new Map<unknown, unknown>()
  let joins = 0
  const refetch = async () => {
    const { data } = await me.client.from('notes').select('id, body')
    for (const { id, body } of data ?? []) state.set(id, body)
    for (const id of state.keys()) if (!data?.some((row) => row.id === id)) state.delete(id)
  }
  let reading: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void> | void) => {
    reading = reading.then(work)
  }
  client
    .channel('notes')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, ({ new: row, old }) =>
      inTurn(() => {
        if ('id' in row) state.set((row as Row).id, (row as Row).body)
        else state.delete((old as Row).id)
      }),
    )
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      joins += 1
      inTurn(refetch)
    })
  await expect.poll(() => joins, { timeout: 20_000 }).toBe(1)

  const ids: string[] = []
  for (let round = 1; round <= times; round++) {
    const { data } = await me.client
      .from('notes')
      .insert({ body: `Runde ${round}` })
      .select('id')
      .single()
    ids.push(data?.id)
    await pause(round % 3) // sometimes before the message is sent, sometimes after
    line.cut()
    await me.client
      .from('notes')
      .update({ body: `Runde ${round}, anders` })
      .eq('id', ids.at(-3) ?? ids[0])
    if (round % 4 === 0) await me.client.from('notes').delete().eq('id', ids.shift())
    await expect.poll(() => joins, { timeout: 20_000 }).toBe(round + 1)
  }
  const truth = async () => {
    const { data } = await me.client.from('notes').select('id, body')
    return new Map(data?.map(({ id, body }) => [id, body]))
  }
  const want = await truth()
  expect(want.size).toBeGreaterThan(times / 2)
  await expect.poll(() => Object.fromEntries(state), { timeout: 20_000 }).toEqual(Object.fromEntries(want))
  await client.disconnect()
  await line.close()
}
