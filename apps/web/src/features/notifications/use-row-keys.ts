import { type KeyboardEvent, useRef } from 'react'

/** Marks the focusable part of a row; its value is the notification's id. */
export const ROW_ATTRIBUTE = 'data-notification'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves through the rows with the arrow keys and deletes the one in focus with Delete. */
export const useRowKeys = () => {
  const listRef = useRef<HTMLUListElement>(null)
  const rows = (): HTMLElement[] => [...(listRef.current?.querySelectorAll<HTMLElement>(`[${ROW_ATTRIBUTE}]`) ?? [])]
  const idOf = (row: Element | undefined): string | null => row?.getAttribute(ROW_ATTRIBUTE) ?? null

  /** Focuses the row next to one that is about to be deleted. */
  const focusNeighbor = (id: string): void => {
    const all = rows()
    const index = all.findIndex((row) => idOf(row) === id)
    const neighbor = all[index + 1] ?? all[index - 1]
    neighbor?.focus()
  }

  const handleKeyDown = (event: KeyboardEvent, onDelete: (id: string) => void): void => {
    const all = rows()
    const place = all.findIndex((row) => row.matches(':focus'))
    if (place < 0) return
    const step = STEPS[event.key]
    const id = idOf(all[place])
    if (step !== undefined) {
      event.preventDefault()
      all[place + step]?.focus()
    } else if (event.key === 'Delete' && id !== null) onDelete(id)
  }
  return { listRef, moveOn: focusNeighbor, handleKeyDown }
}
