import { Button } from '#web/ui/controls/button.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'

type Props = { restored: boolean; onDiscard: () => void }

/** Says that the fields are filled with what was left here earlier. */
export function DraftNotice({ restored, onDiscard }: Props) {
  return (
    <div role="status" className="empty:-mb-5">
      {restored && (
        <Note>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>
              <b>Entwurf wiederhergestellt.</b> Du kannst da weiterschreiben, wo du warst.
            </p>
            <Button small onClick={onDiscard}>
              Entwurf verwerfen
            </Button>
          </div>
        </Note>
      )}
    </div>
  )
}
