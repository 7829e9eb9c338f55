import { type Block, type Inline, parseMarkup } from '@hot/domain/text/markup'
import { type ReactNode, useId, useState } from 'react'
import { LinkedText, type UserTextProps } from './user-text.tsx'

type Words = (props: UserTextProps) => ReactNode
type Render = (text: string) => ReactNode

type Props = UserTextProps & {
  /** Renders text without markup; by default as members' text, with its addresses as links. */
  words?: Words
}

/** A text with markup as elements, never as HTML. Loaded on demand: most texts have none (`MemberText`). */
export default function FormattedText({ text, renderText, words: Words = LinkedText }: Props) {
  const render: Render = (plain) => <Words text={plain} renderText={renderText} />
  return (
    <div key={text} className="formatted">
      {eachKeyed(parseMarkup(text), (block) => blockOf(block, render))}
    </div>
  )
}

/** The parts as elements; their order is their key, because a text is replaced whole. */
function eachKeyed<Part>(parts: readonly Part[], element: (part: Part) => ReactNode): ReactNode {
  return parts
    .map((part, place) => ({ key: `${place}`, part }))
    .map(({ key, part }) => <Keyed key={key}>{element(part)}</Keyed>)
}

const Keyed = ({ children }: { children: ReactNode }) => children

function blockOf(block: Block, render: Render): ReactNode {
  if (block.kind === 'text') return <p>{inlinesOf(block.parts, render)}</p>
  if (block.kind === 'quote')
    return <blockquote>{eachKeyed(block.blocks, (inner) => blockOf(inner, render))}</blockquote>
  const items = eachKeyed(block.items, (item) => <li>{inlinesOf(item, render)}</li>)
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
}

const inlinesOf = (parts: readonly Inline[], render: Render): ReactNode =>
  eachKeyed(parts, (part) => {
    if (typeof part === 'string') return render(part)
    const inner = inlinesOf(part.parts, render)
    if (part.kind === 'spoiler') return <Spoiler>{inner}</Spoiler>
    return part.kind === 'strong' ? <strong>{inner}</strong> : <em>{inner}</em>
  })

/** Hidden until the button is pressed; search engines are asked not to quote it. */
function Spoiler({ children }: { children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <span className="spoiler" data-nosnippet="">
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        Spoiler
      </button>
      <span id={id} hidden={!open}>
        {children}
      </span>
    </span>
  )
}
