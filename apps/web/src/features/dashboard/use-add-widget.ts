import { type Dispatch, useRef, useState } from 'react'
import type { AnyWidget } from '#widgets/kit/widget.ts'
import type { LayoutAction } from './layout-reducer.ts'
import { newEntry } from './new-entry.ts'

const prefersStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Milliseconds; the panel holds focus and scrolling until just after it says that it has gone. */
const RELEASE_TIME = 60

/** Brings a tile into view and gives it the focus. */
const showTile = (id: string): void => {
  const tile = document.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`)
  if (tile === null) return
  tile.scrollIntoView({ behavior: prefersStillness() ? 'auto' : 'smooth', block: 'center' })
  tile.focus({ preventScroll: true })
  // Browsers ring a focused element after a key only; here the ring says which tile is the new one.
  tile.dataset.arrived = ''
  tile.addEventListener('blur', () => delete tile.dataset.arrived, { once: true })
}

/** The panel that offers widgets: adding one closes it, then leads to the new tile. */
export const useAddWidget = (dispatch: Dispatch<LayoutAction>, count: number) => {
  const [isOpen, setOpen] = useState(false)
  // The panel's code is fetched with its first opening.
  const [wasOpened, setOpened] = useState(false)
  const added = useRef<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  const add = (widget: AnyWidget): void => {
    const { type, size } = widget
    const props = widget.parseSettings({})
    const entry = newEntry({ type, size, props, count, now: Date.now(), random: Math.random() })
    added.current = entry.id
    dispatch({ type: 'added', entry })
    setOpen(false)
  }
  const handleClosed = (): void => {
    const id = added.current
    added.current = null
    window.setTimeout(() => (id === null ? button.current?.focus() : showTile(id)), RELEASE_TIME)
  }
  const open = (): void => {
    setOpened(true)
    setOpen(true)
  }
  return { isOpen, wasOpened, open, close: () => setOpen(false), add, handleClosed, button }
}
