import type { PostCard } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { type Choice, type Target, useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { choiceCode, useChoose } from '#web/lib/offline/queued-writes/use-choose.ts'
import type { PostChoice } from '../post-cache.ts'

const postCode = choiceCode(async (client) => (await import('./post-choices.ts')).postChoices(client), {
  title: 'Das lässt sich gerade nicht laden.',
  text: 'Prüf deine Verbindung.',
})

/**
 * The viewer's own choice on a post and a setter: guests sign in first. The code behind it is loaded for members only.
 */
export function usePostChoice(kind: PostChoice, { id }: PostCard) {
  const client = useQueryClient()
  const choose = useChoose(postCode, 'Zum Mitmachen brauchst du ein Konto. Bitte melde dich an:')
  const who = useViewer()
  const member = who.state === 'member' && who.user.id
  useEffect(() => {
    // When offline, the choices stay unknown until the person acts or returns to the tab.
    if (member)
      postCode.load(client).then(
        (choices) => choices.load(id),
        () => {},
      )
  }, [member, id, client])
  const target: Target = `${kind}:${id}`
  return [useOwnChoice(target), (choice: Choice) => choose(target, choice)] as const
}
