import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'

/** What Hono's handlers know of a request beside itself. */
export type Env = { Bindings: HttpBindings }

/** Handles an upgrade request; from then on the socket is the handler's. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void
