import { Button } from '../controls/button.tsx'

type GateProps = { text: string; action: string; busy?: boolean; onPress: () => void }

/** What lies behind somebody's boundary: never what it is, and the way past it. */
export function Gate({ text, action, busy = false, onPress }: GateProps) {
  return (
    <div className="gate">
      <p role="status">{text}</p>
      <Button busy={busy} onClick={onPress}>
        {action}
      </Button>
    </div>
  )
}
