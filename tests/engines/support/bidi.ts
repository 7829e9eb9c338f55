import type { Commands, Event } from 'webdriver-bidi-protocol'
import { WebSocket } from 'ws'

type Method = keyof Commands & string
type Params<Of extends Event['method']> = Extract<Event, { method: Of }>['params']

/** A line to a browser that speaks WebDriver BiDi: commands with answers, and events. */
export type BidiLine = {
  send<Of extends Method>(method: Of, params: Commands[Of]['params']): Promise<Commands[Of]['returnType']>
  on<Of extends Event['method']>(method: Of, listener: (params: Params<Of>) => void): void
  close(): void
}

const answersWithinMs = 40_000

type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void }
type Message =
  | { type: 'success'; id: number; result: never }
  | { type: 'error'; id: number | null; error: string; message: string }
  | { type: 'event'; method: string; params: never }

export async function openBidi(address: string): Promise<BidiLine> {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  let last = 0
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, (params: never) => void>()
  const failAll = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  socket.on('close', () => failAll('the browser has closed its line'))
  socket.on('error', (error) => failAll(error.message))
  socket.on('message', (data) => {
    const message: Message = JSON.parse(data.toString())
    if (message.type === 'event') return listeners.get(message.method)?.(message.params)
    const asked = waiting.get(message.id ?? -1)
    if (message.type === 'error') asked?.reject(new Error(`${message.error}: ${message.message}`))
    else asked?.resolve(message.result)
  })
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++last
        const timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), answersWithinMs)
        const settled = () => {
          clearTimeout(timer)
          waiting.delete(id)
        }
        waiting.set(id, {
          resolve: (result) => {
            settled()
            resolve(result)
          },
          reject: (error) => {
            settled()
            reject(error)
          },
        })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    on: (method, listener) => {
      listeners.set(method, listener)
    },
    close: () => socket.terminate(),
  }
}
