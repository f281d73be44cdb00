import { type KeyboardEvent, useRef } from 'react'
import { lookupTable } from '#domain/lookup-table.ts'

const STEPS: Readonly<Record<string, number>> = lookupTable({ ArrowDown: 1, ArrowUp: -1 })

/**
 * Moves through the entries of a list with the arrow keys, and removes the one in focus with Delete. `attribute` marks the
 * part of an entry that takes the focus; its value is the entry's id.
 */
export const useListKeys = (attribute: `data-${string}`) => {
  const listRef = useRef<HTMLUListElement>(null)
  const entries = (): HTMLElement[] => [...(listRef.current?.querySelectorAll<HTMLElement>(`[${attribute}]`) ?? [])]
  const idOf = (entry: Element | undefined): string | null => entry?.getAttribute(attribute) ?? null

  /** Focuses a neighbor of the entry that is about to leave the list. */
  const moveOn = (id: string): void => {
    const all = entries()
    const place = all.findIndex((entry) => idOf(entry) === id)
    const neighbor = all[place + 1] ?? all[place - 1]
    neighbor?.focus()
  }

  const handleKeyDown = (event: KeyboardEvent, onRemove: (id: string) => void): void => {
    const all = entries()
    const place = all.findIndex((entry) => entry.matches(':focus'))
    const step = STEPS[event.key]
    const id = idOf(all[place])
    if (id === null) return
    if (step !== undefined) {
      event.preventDefault()
      all[place + step]?.focus()
    } else if (event.key === 'Delete') onRemove(id)
  }
  return { listRef, moveOn, handleKeyDown }
}
