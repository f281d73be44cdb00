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
  const readElementId = (entry: Element | undefined): string | null => entry?.getAttribute(attribute) ?? null

  /** Focuses a neighbor of the entry that is about to leave the list. */
  const moveOn = (id: string): void => {
    const all = entries()
    const index = all.findIndex((entry) => readElementId(entry) === id)
    const neighbor = all[index + 1] ?? all[index - 1]
    neighbor?.focus()
  }

  const handleKeyDown = (event: KeyboardEvent, onRemove: (id: string) => void): void => {
    const all = entries()
    const index = all.findIndex((entry) => entry.matches(':focus'))
    const step = STEPS[event.key]
    const id = readElementId(all[index])
    if (id === null) return
    if (step !== undefined) {
      event.preventDefault()
      all[index + step]?.focus()
    } else if (event.key === 'Delete') onRemove(id)
  }
  return { listRef, moveOn, handleKeyDown }
}
