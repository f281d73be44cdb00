import { type KeyboardEvent, useRef } from 'react'

/** Marks the part of a card that takes the focus; its value is the insight's id. */
export const CARD_ATTRIBUTE = 'data-insight'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves through the cards with the arrow keys and dismisses the one in focus with Delete. */
export const useCardKeys = () => {
  const listRef = useRef<HTMLUListElement>(null)
  const cards = (): HTMLElement[] => [...(listRef.current?.querySelectorAll<HTMLElement>(`[${CARD_ATTRIBUTE}]`) ?? [])]
  const idOf = (card: Element | undefined): string | null => card?.getAttribute(CARD_ATTRIBUTE) ?? null

  /** Focuses a neighbor of the card that is about to leave the list. */
  const moveOn = (id: string): void => {
    const all = cards()
    const place = all.findIndex((card) => idOf(card) === id)
    const neighbor = all[place + 1] ?? all[place - 1]
    neighbor?.focus()
  }

  const handleKeyDown = (event: KeyboardEvent, onDismiss: (id: string) => void): void => {
    const all = cards()
    const place = all.findIndex((card) => card.matches(':focus'))
    const step = STEPS[event.key]
    const id = idOf(all[place])
    if (id === null) return
    if (step !== undefined) {
      event.preventDefault()
      all[place + step]?.focus()
    } else if (event.key === 'Delete') onDismiss(id)
  }
  return { listRef, moveOn, handleKeyDown }
}
