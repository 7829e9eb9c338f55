import type { PostPage } from '@hot/domain/contract/post'
import { useQuery } from '@tanstack/react-query'
import { PostHistory, postHistoryQuery } from '#web/entities/post/post-history.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'

type Props = { post: PostPage; member: string | null }

const versionsQuery = ({ post, member }: Props) => postHistoryQuery(member ?? 'guest', post.id)

/** What a changed post said before, for everybody. */
export function Versions(props: Props) {
  const { data: history, isPending, isError, refetch } = useQuery(versionsQuery(props))
  if (isPending) return <p className="meta my-2">Wird geladen …</p>
  if (isError)
    return <ErrorState title="Die früheren Fassungen lassen sich gerade nicht laden." onRetry={() => void refetch()} />
  if (!history?.versions.length) return <p className="meta my-2">Was hier vorher stand, zeigen wir nicht mehr.</p>
  return (
    <div className="my-2">
      <PostHistory history={history} />
    </div>
  )
}

/** For a member who voted or reacted before the text was changed: what it said then. */
export function SinceYourChoice(props: Props) {
  const { data: history } = useQuery(versionsQuery(props))
  const then = history?.versions.find(({ id }) => id === history.version_of_choice)?.text
  if (!then) return null
  return (
    <Callout kind="warn">
      <p>
        <b>Seit deiner Stimme geändert.</b> So stand es da:
      </p>
      <blockquote className="mt-2 grid gap-1 border-rule border-l-4 pl-3 wrap-anywhere">
        <p className="font-bold">{then.title}</p>
        {then.content && <p className="whitespace-pre-line">{then.content}</p>}
      </blockquote>
    </Callout>
  )
}
