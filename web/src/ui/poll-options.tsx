type Props = { options: { id: string; text: string }[]; onChoose: (id: string) => void }

/** Before the vote: round buttons. */
export function PollOptions({ options, onChoose }: Props) {
  return (
    <ul className="poll-options">
      {options.map(({ id, text }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(id)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
