import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/contract/post'
import { postSchema } from '@hot/domain/post/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { track } from '#web/lib/analytics/track.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { isOnline } from '#web/platform/device/device.ts'
import { changePost, createPost, forgetPosts, ownPostQuery, sentSoFar } from '../api.ts'
import type { Mistakes } from '../fields/mistakes.ts'
import { type OwnPost, type PostArguments, type PostFields, postArguments, schemaInput } from '../fields/post-fields.ts'
import { outcomeUnknown, refusedPlace, saveFailure, sessionIsOver } from './save-failure.ts'
import type { PostWriting } from './use-post-draft.ts'

const signInAgain = {
  title: 'Anmeldung erforderlich',
  description: 'Deine Anmeldung ist abgelaufen. Dein Text ist noch da. Bitte melde dich an:',
}
const sessionEnded =
  'Deine Anmeldung ist abgelaufen. Dein Text ist noch da: Melde dich an und schick ihn noch einmal ab.'

/** What was typed, and the same as it is sent. */
type Attempt = { fields: PostFields; post: PostArguments }

type Given = {
  member: string
  type: PostType
  /** The stored post, when one is changed. */
  own: OwnPost | null
  writing: Pick<PostWriting, 'id' | 'sent' | 'remember' | 'finish'>
  onMistakes: (mistakes: Mistakes) => void
  onSaved: (saved: SavedPost) => void
}

/** Sends a post, once at a time. What was typed survives every way this can go wrong. */
export function useSavePost({ member, type, own, writing, onMistakes, onSaved }: Given) {
  const queryClient = useQueryClient()
  const gate = useSignInGate(signInAgain)
  const [failure, setFailure] = useState<string | null>(null)

  const save = async ({ post }: Attempt): Promise<SavedPost> => {
    if (own) return changePost(own.id, own.may_edit_options ? post : { ...post, p_options: null })
    const { id, sent } = writing
    writing.remember(sentSoFar(sent, post))
    try {
      const saved = await createPost({ id, type, post, sent })
      track('post_create', { target: { type: 'post', id }, metadata: { post_type: type, post_id: id } })
      return saved
    } catch (error) {
      if (!outcomeUnknown(error)) writing.remember(sent)
      throw error
    }
  }
  const failed = (error: unknown, attempt: Attempt) => {
    if (sessionIsOver(error) && viewer().state !== 'member') {
      setFailure(sessionEnded)
      gate(() => send(attempt))
      return
    }
    const refusal = error instanceof DataError ? error.hint : ''
    const mistakes = refusedPlace(refusal, attempt.fields)
    if (mistakes) onMistakes(mistakes)
    else setFailure(saveFailure(error, isOnline()))
    if (own && refusal === 'options_fixed') void queryClient.invalidateQueries(ownPostQuery(member, own.id))
  }
  const { busy, run } = useWrite(save, {
    onDone: (saved) => {
      writing.finish()
      forgetPosts(queryClient, member)
      onSaved(saved)
    },
    onFailed: failed,
  })
  const send = (attempt: Attempt) => {
    const who = viewer()
    // Somebody else has signed in meanwhile: it is not their text.
    if (who.state !== 'member' || who.user.id !== member) return
    setFailure(null)
    void run(attempt)
  }
  /** `fields` have no mistakes. */
  const submit = (fields: PostFields) => {
    const post = postArguments(postSchema.parse(schemaInput(type, fields)))
    gate(() => send({ fields, post }))
  }
  return { busy, failure, submit }
}
