import { type PointerEvent, type RefObject, useRef, useState } from 'react'

type Drag = { from: number; over: number }

/**
 * Rows of a list that are dragged by a handle, with mouse or finger: `drag` says which row is on its way and where it would land,
 * the move itself comes with letting go. Rows are the children of `list`.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const list: RefObject<HTMLOListElement | null> = useRef(null)
  const [drag, setDrag] = useState<Drag | null>(null)

  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    return rows.findIndex(({ top, bottom }) => y >= top && y < bottom)
  }
  const handleOf = (place: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: place, over: place })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const over = drag ? placeAt(event.clientY) : -1
      if (drag && over >= 0 && over !== drag.over) setDrag({ ...drag, over })
    },
    onPointerUp: () => {
      if (drag) onMove(drag.from, drag.over)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { list, drag, handleOf }
}
