/** Two hundred members who watch the post, as the page does: its row, its comments, and their own notifications. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { type Member, type Night, type SocketsReport, STAMP, urlOf, WAIT_STEP_MS } from './night.ts'

/** Counts a comment once for each reader, however often its row is told. */
function watchOne(night: Night, member: Member, turn: number, report: SocketsReport): Promise<WebSocket> {
  const address = `${urlOf(night, turn).replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${night.key}&vsn=2.0.0`
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': member.address } })
  const watch = (table: string, filter: string) => ({ event: '*', schema: 'public', table, filter })
  const postgres_changes = [
    watch('comments', `post_id=eq.${night.post}`),
    { ...watch('community_posts', `id=eq.${night.post}`), event: 'UPDATE' },
    watch('notifications', `user_id=eq.${member.id}`),
  ]
  const join = () =>
    socket.send(
      JSON.stringify([
        '1',
        '1',
        'realtime:post',
        'phx_join',
        { config: { postgres_changes }, access_token: member.token },
      ]),
    )
  const subscribed = Promise.withResolvers<WebSocket>()
  socket.on('message', (data) => {
    const text = String(data)
    if (text.includes('"postgres_changes",{"ids"')) report.messages += 1
    if (text.includes('"INSERT"')) {
      const due = STAMP.exec(text)?.[1]
      if (!due) return
      const wait = Math.ceil((Date.now() - Number(due)) / WAIT_STEP_MS)
      report.waits[wait] = (report.waits[wait] ?? 0) + 1
    } else if (text.includes('"Subscribed to PostgreSQL"')) subscribed.resolve(socket)
    else if (text.includes('"phx_error"')) {
      // As the client does: joins again, and asks the page what it missed.
      report.snapshots += 1
      join()
    }
  })
  socket.on('close', () => {
    report.closed += 1
  })
  void once(socket, 'open').then(join)
  return subscribed.promise
}

export async function openSockets(night: Night): Promise<(rest: Promise<unknown>) => Promise<SocketsReport>> {
  const report: SocketsReport = { open: 0, waits: {}, messages: 0, snapshots: 0, closed: 0 }
  const sockets: WebSocket[] = []
  for (const [turn, member] of night.members.entries()) sockets.push(await watchOne(night, member, turn, report))
  report.open = sockets.length
  const beat = setInterval(() => {
    for (const socket of sockets) socket.send(JSON.stringify([null, 'b', 'phoenix', 'heartbeat', {}]))
  }, 15_000)
  return async (over) => {
    await over
    clearInterval(beat)
    return report
  }
}
