import { useEffect } from 'react'
import { Avatar } from '#web/ui/media/avatar.tsx'
import type { Mentions } from './use-mentions.ts'

/** Whom the @ may mean; pressing one leaves the focus in the field. */
export function MentionList({ mentions: { people, active, listId, optionId, choose } }: { mentions: Mentions }) {
  const marked = people.length > 0 && active >= 0 ? optionId(active) : null
  useEffect(() => {
    if (marked) document.getElementById(marked)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <>
      <p role="status" className="visually-hidden">
        {people.length > 0 && `${people.length} Vorschläge. Pfeiltasten wählen aus, Enter übernimmt.`}
      </p>
      {people.length > 0 && (
        <div role="listbox" id={listId} aria-label="Wen meinst du?" className="mention-list">
          {people.map((person, place) => (
            <div
              key={person.id}
              id={optionId(place)}
              role="option"
              tabIndex={-1}
              aria-selected={place === active}
              className="mention-option"
              onPointerDown={(event) => {
                event.preventDefault()
                choose(place)
              }}
            >
              <Avatar id={person.id} name={person.nickname} src={person.avatar_url} size={28} />
              <b>{person.nickname}</b>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
