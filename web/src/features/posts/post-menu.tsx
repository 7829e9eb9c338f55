import type { StarStatement } from '@hot/domain/contract/community'
import type { PostPage } from '@hot/domain/contract/post'
import { statementMax } from '@hot/domain/post/statement-form'
import { starAnswerForm } from '@hot/domain/star/door-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberMenu } from '#web/entities/member/ties/block-buttons.tsx'
import { useFollow } from '#web/entities/member/ties/follows.tsx'
import { ModerateEntry } from '#web/entities/post/content-requests.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { PopoverMenu } from '#web/ui/overlays/popover-menu.tsx'

/** For members: follow or silence the post, mute or block its author; for staff, decide about it. */
export function PostMenu({ post: { id, author, tags } }: { post: PostPage }) {
  const viewer = useViewer()
  const [answering, setAnswering] = useState<NonNullable<StarStatement> | null>(null)
  if (viewer.state !== 'member') return null
  const label = 'Mehr zu diesem Beitrag'
  const isOwn = author?.id === viewer.user.id
  const entries = (
    <>
      {!isOwn && <ModerateEntry type="post" id={id} />}
      {tags.some(({ kind }) => kind === 'star') && (
        <StarAnswerEntry post={id} userId={viewer.user.id} onOpen={setAnswering} />
      )}
      <PostFollow id={id} />
    </>
  )
  return (
    <>
      {!author || isOwn ? (
        <PopoverMenu label={label}>{entries}</PopoverMenu>
      ) : (
        <MemberMenu member={author} label={label}>
          {entries}
        </MemberMenu>
      )}
      {answering && (
        <StarAnswerDialog post={id} userId={viewer.user.id} statement={answering} onClose={() => setAnswering(null)} />
      )}
    </>
  )
}

function PostFollow({ id }: { id: string }) {
  const { current, busy, change } = useFollow({ type: 'post', id })
  const known = { type: 'button', disabled: busy || current === undefined } as const
  if (current === 'off')
    return (
      <button {...known} onClick={() => change(null, 'Von diesem Beitrag hörst du wieder.')}>
        Beitrag nicht mehr stumm
      </button>
    )
  return (
    <>
      {current ? (
        <button {...known} onClick={() => change(null, 'Du folgst diesem Beitrag nicht mehr.')}>
          Beitrag nicht mehr folgen
        </button>
      ) : (
        <button {...known} onClick={() => change('usual', 'Neue Kommentare hier meldet dir HoT.')}>
          Beitrag folgen
        </button>
      )}
      <button {...known} onClick={() => change('off', 'Von diesem Beitrag hörst du nichts mehr.')}>
        Beitrag stummschalten
      </button>
    </>
  )
}

const answerQuery = (userId: string, post: string) =>
  queryOptions({
    queryKey: ['account', userId, 'star-statement', post],
    queryFn: ({ signal }) => rpc('star_statement', { p_post: post }, signal),
    staleTime: 60_000,
    meta: { personal: true },
  })

type EntryProps = { post: string; userId: string; onOpen: (statement: NonNullable<StarStatement>) => void }

/** In a post's menu, for the star whom it is about; nothing for others. */
function StarAnswerEntry({ post, userId, onOpen }: EntryProps) {
  const { data } = useQuery(answerQuery(userId, post))
  if (!data) return null
  return (
    <button type="button" onClick={() => onOpen(data)}>
      Stellung nehmen
    </button>
  )
}

type DialogProps = { post: string; userId: string; statement: NonNullable<StarStatement>; onClose: () => void }

const refusals = {
  statement_taken: 'Hier steht inzwischen eine Stellungnahme, die das Team veröffentlicht hat.',
  not_this_star: 'Das kann nur, um wen es in diesem Beitrag geht.',
}

/** What a star says about a post about them, above its text. */
function StarAnswerDialog({ post, userId, statement, onClose }: DialogProps) {
  const client = useQueryClient()
  const form = useZodForm(starAnswerForm, { text: statement.waiting ?? statement.text ?? '' })
  const write = useWrite(({ text }: { text: string }) => rpc('answer_as_star', { p_id: post, p_text: text }), {
    refusals,
    onDone: async () => {
      // It is stored, whatever becomes of this question.
      const now = await client.fetchQuery({ ...answerQuery(userId, post), staleTime: 0 }).catch(() => null)
      // The page of the post, and lists that say there is a statement.
      await Promise.all([['posts'], ['home']].map((queryKey) => client.invalidateQueries({ queryKey })))
      showToast({
        title: now?.waiting
          ? 'Deine Stellungnahme wartet auf das Team'
          : now?.text
            ? 'Deine Stellungnahme steht über dem Beitrag'
            : now
              ? 'Deine Stellungnahme ist weg'
              : 'Deine Stellungnahme ist angekommen',
      })
      onClose()
    },
  })
  const text = form.watch('text')
  return (
    <FormDialog
      wide
      busy={write.busy}
      onClose={onClose}
      title="Stellung nehmen"
      description={`Als ${statement.speaker}`}
    >
      {statement.is_taken ? (
        <p>
          Hier steht schon eine Stellungnahme, die das Team veröffentlicht hat. Schreib uns, wenn sie anders lauten
          soll.
        </p>
      ) : (
        <form {...form.formProps(write.run)} className="grid gap-4">
          <TextAreaField
            label="Deine Stellungnahme"
            hint={
              statement.waiting !== null
                ? 'Wartet auf das Team, weil ein Link oder ein heikles Thema darin ist. Lass das Feld leer, um sie wegzunehmen.'
                : statement.text === null
                  ? 'Steht sofort über dem Beitrag; mit Link oder zu einem heiklen Thema schaut erst das Team darauf. Wer ihn geschrieben, kommentiert oder abgestimmt hat, erfährt davon.'
                  : 'Lass das Feld leer, um sie wegzunehmen.'
            }
            rows={6}
            maxLength={statementMax}
            counter={{ used: textLength(text), max: statementMax }}
            {...form.input('text')}
          />
          <FormFooter
            action={write}
            submit="Veröffentlichen"
            working="Wird gesendet …"
            variant="strong"
            onCancel={onClose}
          />
        </form>
      )}
    </FormDialog>
  )
}
