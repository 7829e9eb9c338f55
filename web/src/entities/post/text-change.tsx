import type { PostText } from '@hot/domain/contract/post'
import { starName } from '@hot/domain/star/name'
import { wordDiff } from '@hot/domain/text/word-diff'
import { longDateTime } from '@hot/domain/time/german-date'
import './text-change.css'

/** Everything of a text that can be compared, by its label, as plain text. */
const fieldsOf = ({ title, content, source_url, options, poll_ends_at, tags }: PostText): [string, string][] => [
  ['Titel', title],
  ['Text', content],
  ['Quelle', source_url ?? ''],
  ['Antworten', options.join('\n')],
  ['Ende', poll_ends_at ? longDateTime(poll_ends_at) : ''],
  ['Tags', tags.map((tag) => (tag.kind === 'star' ? starName(tag.star) : tag.format.name)).join(', ')],
]

/** What changed from one text of a post to another, field by field. */
export function TextChange({ before, after }: { before: PostText; after: PostText }) {
  const old = new Map(fieldsOf(before))
  const changed = fieldsOf(after).filter(([label, text]) => old.get(label) !== text)
  return (
    <dl className="text-change">
      {changed.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Difference before={old.get(label) ?? ''} after={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Difference({ before, after }: { before: string; after: string }) {
  let at = 0
  return wordDiff(before, after).map(({ kind, text }) => {
    const key = `${at}${kind}`
    at += text.length
    if (kind === 'removed') return <del key={key}>{text}</del>
    return kind === 'added' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
  })
}
