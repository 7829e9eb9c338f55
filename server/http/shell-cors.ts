import { cors } from 'hono/cors'
import { shellOrigins } from './realtime-upgrade.ts'

/** Lets the apps' pages ask what the web server itself answers to the team; who may, the token decides. */
export const shellCors = cors({
  origin: [...shellOrigins],
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['authorization', 'content-type'],
  maxAge: 86_400,
})
