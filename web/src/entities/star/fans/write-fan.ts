import { DataError } from '#web/lib/api/data-error.ts'
import { restClient } from '#web/lib/api/transport/rest-client.ts'
import { marksOwner } from '#web/lib/offline/queued-writes/own-reactions.ts'

/** Makes the viewer a fan, or none; the same again changes nothing. Throws DataError. */
export async function writeFan(starId: string, fan: boolean, signal: AbortSignal): Promise<void> {
  const fans = (await restClient()).from('star_fans')
  const request = fan
    ? fans.upsert({ star_id: starId }, { onConflict: 'star_id,user_id' })
    : fans
        .delete()
        .eq('star_id', starId)
        .eq('user_id', marksOwner() ?? '')
  const { error, status } = await request.abortSignal(signal)
  if (error) throw new DataError(error.code ?? '', status, error.message, error.hint ?? '')
}
