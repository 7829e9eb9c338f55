import { canEditComment, commentEditMinutes } from '@hot/domain/post/limits'
import { useEffect, useState } from 'react'

/** Whether an own comment can still be edited; turns false by itself when the time is over. */
export function useEditable(createdAt: string): boolean {
  const written = Date.parse(createdAt)
  const [editable, setEditable] = useState(() => canEditComment(written, Date.now()))
  useEffect(() => {
    const now = Date.now()
    setEditable(canEditComment(written, now))
    if (!canEditComment(written, now)) return
    const timer = setTimeout(() => setEditable(false), written + commentEditMinutes * 60_000 - now)
    return () => clearTimeout(timer)
  }, [written])
  return editable
}
