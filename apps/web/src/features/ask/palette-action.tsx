import { Spotlight } from '@mantine/spotlight'
import type { Icon } from '@tabler/icons-react'
import { createContext, type KeyboardEvent, use, useEffect, useId, useRef, useState } from 'react'

const MarkedContext = createContext<string | undefined>(undefined)

/** Tells the actions below which of them is selected. */
export const MarkedAction = MarkedContext.Provider

interface PaletteActionProps {
  readonly label: string
  readonly description?: string | null
  readonly icon: Icon
  /** the result is shown in the palette */
  readonly staysOpen?: boolean
  readonly onChoose: () => void
}

/** A page to open or a command to run. */
export const PaletteAction = ({ label, description = null, icon: Sign, staysOpen, onChoose }: PaletteActionProps) => {
  const id = useId()
  const isMarked = use(MarkedContext) === id
  return (
    <Spotlight.Action
      // The link component sets this property itself.
      ref={(element: HTMLButtonElement | null) => {
        if (element !== null) element.id = id
      }}
      role="option"
      aria-selected={isMarked}
      data-selected={isMarked || undefined}
      label={label}
      {...(description === null ? {} : { description })}
      leftSection={<Sign size={18} stroke={1.5} aria-hidden />}
      closeSpotlightOnTrigger={staysOpen !== true}
      onClick={onChoose}
    />
  )
}

interface Marking {
  /** id of the selected option */
  readonly marked: string | undefined
  readonly handleKeyDown: (event: KeyboardEvent) => void
}

const optionsIn = (listId: string): HTMLElement[] => [
  ...(document.getElementById(listId)?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
]

/**
 * Selects an option of a list with the arrow keys while the focus stays in a field; Enter activates it. With a text the first
 * option is selected until an arrow key selects another, also when a better one is found later; Enter waits for what is still searched.
 */
export const useMarking = (listId: string, text: string, isSearching: boolean): Marking => {
  const [marked, setMarked] = useState<string>()
  const movedFor = useRef<string | null>(null)
  const enteredFor = useRef<string | null>(null)
  // The latest render decides which options exist.
  useEffect(() => {
    const ids = optionsIn(listId).map(({ id }) => id)
    const isChosen = movedFor.current === text && marked !== undefined && ids.includes(marked)
    if (!isChosen) setMarked(text === '' ? undefined : ids[0])
    if (isSearching || enteredFor.current === null) return
    if (enteredFor.current === text) optionsIn(listId)[0]?.click()
    enteredFor.current = null
  })
  const move = (step: 1 | -1): void => {
    const options = optionsIn(listId)
    const at = options.findIndex(({ id }) => id === marked)
    const from = at === -1 && step === -1 ? 0 : at
    const next = options[(from + step + options.length) % options.length]
    next?.scrollIntoView({ block: 'nearest' })
    movedFor.current = text
    setMarked(next?.id)
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return
    event.preventDefault()
    if (event.key !== 'Enter') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (isSearching && movedFor.current !== text) enteredFor.current = text
    else
      optionsIn(listId)
        .find(({ id }) => id === marked)
        ?.click()
  }
  return { marked, handleKeyDown }
}
