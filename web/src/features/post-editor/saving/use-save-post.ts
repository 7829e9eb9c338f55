import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/contract/post'
import { postSchema } from '@hot/domain/post/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { track } from '#web/lib/analytics/track.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { isOnline } from '#web/platform/device/online.ts'
import { type Mistakes, mistakesOf } from '../fields/mistakes.ts'
import { type OwnPost, type PostArguments, type PostFields, postArguments, schemaInput } from '../fields/post-fields.ts'
import { forgetPosts, ownPostQuery } from '../own-post-query.ts'
import { refusedPlace } from './refused-field.ts'
import { outcomeUnknown, saveFailure, sessionIsOver } from './save-failure.ts'
import { changePost, createPost, sentSoFar } from './save-post.ts'
import type { PostWriting } from './use-post-draft.ts'

const signInAgain = {
  title: 'Anmeldung erforderlich',
  description: 'Deine Anmeldung ist abgelaufen. Dein Text ist noch da. Bitte melde dich an:',
}
const sessionEnded =
  'Deine Anmeldung ist abgelaufen. Dein Text ist noch da: Melde dich an und schick ihn noch einmal ab.'

type Given = {
  member: string
  type: PostType
  /** The stored post, when one is changed. */
  own: OwnPost | null
  fields: PostFields
  writing: PostWriting
  onMistakes: (mistakes: Mistakes) => void
  onSaved: (saved: SavedPost) => void
}

export type PostSaving = { busy: boolean; failure: string | null; submit: () => void }

/** Sends a post, once at a time. What was typed survives every way this can go wrong. */
export function useSavePost({ member, type, own, fields, writing, onMistakes, onSaved }: Given): PostSaving {
  const queryClient = useQueryClient()
  const gate = useSignInGate(signInAgain)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)

  const save = async (post: PostArguments): Promise<SavedPost> => {
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

  const failed = (error: unknown, again: () => void) => {
    if (sessionIsOver(error) && viewer().state !== 'member') {
      setFailure(sessionEnded)
      gate(again)
      return
    }
    const refusal = error instanceof DataError ? error.hint : ''
    const mistakes = refusedPlace(refusal, fields)
    if (mistakes) onMistakes(mistakes)
    else setFailure(saveFailure(error, isOnline()))
    if (own && refusal === 'options_fixed') void queryClient.invalidateQueries(ownPostQuery(member, own.id))
  }

  const send = async (post: PostArguments): Promise<void> => {
    const who = viewer()
    // Somebody else has signed in meanwhile: it is not their text.
    if (who.state !== 'member' || who.user.id !== member || running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      const saved = await save(post)
      writing.finish()
      forgetPosts(queryClient, member)
      onSaved(saved)
    } catch (error) {
      failed(error, () => void send(post))
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const submit = () => {
    const mistakes = mistakesOf(type, fields)
    onMistakes(mistakes)
    const checked = postSchema.safeParse(schemaInput(type, fields))
    if (checked.success) gate(() => void send(postArguments(checked.data)))
  }
  return { busy, failure, submit }
}
