type Props = {
  options: { id: string; text: string }[]
  /** Id of the reader's own choice. */
  mine?: string | null | undefined
  onChoose: (id: string) => void
}

/** Before the vote, and to change it: round buttons. */
export function PollOptions({ options, mine, onChoose }: Props) {
  return (
    <ul className="poll-options">
      {options.map(({ id, text }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === mine} onClick={() => onChoose(id)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
