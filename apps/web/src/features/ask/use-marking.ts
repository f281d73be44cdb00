import { type KeyboardEvent, useEffect, useState } from 'react'

interface Marking {
  /** id of the selected option */
  readonly marked: string | undefined
  readonly handleKeyDown: (event: KeyboardEvent) => void
}

const optionsIn = (listId: string): HTMLElement[] => [
  ...(document.getElementById(listId)?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
]

/**
 * Selects an option of a list with the arrow keys while the focus stays in a field; Enter activates it. With `marksFirst`
 * the first option is selected by default.
 */
export const useMarking = (listId: string, marksFirst: boolean): Marking => {
  const [marked, setMarked] = useState<string>()
  // The latest render decides which options exist.
  useEffect(() => {
    const ids = optionsIn(listId).map(({ id }) => id)
    if (marked === undefined || !ids.includes(marked)) setMarked(marksFirst ? ids[0] : undefined)
  })
  const move = (step: 1 | -1): void => {
    const options = optionsIn(listId)
    const at = options.findIndex(({ id }) => id === marked)
    const from = at === -1 && step === -1 ? 0 : at
    const next = options[(from + step + options.length) % options.length]
    next?.scrollIntoView({ block: 'nearest' })
    setMarked(next?.id)
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'Enter')
      optionsIn(listId)
        .find(({ id }) => id === marked)
        ?.click()
    else move(event.key === 'ArrowDown' ? 1 : -1)
  }
  return { marked, handleKeyDown }
}
