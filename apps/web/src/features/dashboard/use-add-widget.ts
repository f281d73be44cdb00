import { type Dispatch, useRef, useState } from 'react'
import type { WidgetEntry } from '#contract/dashboards.ts'
import type { AnyWidget } from '#widgets/kit/widget.ts'
import type { Widgets } from './grid-rules.ts'
import type { LayoutAction } from './layout-reducer.ts'

interface CreateEntryOptions {
  readonly type: string
  readonly size: { readonly w: number; readonly h: number }
  readonly props: Readonly<Record<string, unknown>>
  /** the tiles that are on the dashboard */
  readonly widgets: Widgets
  /** epoch milliseconds */
  readonly now: number
  /** from 0 (inclusive) to 1 (exclusive) */
  readonly random: number
}

/** A widget at the position of the specification; the grid compacts. */
export const createEntry = ({ type, size, props, widgets, now, random }: CreateEntryOptions): WidgetEntry => ({
  id: `${type}-${now}-${Math.floor(random * 36 ** 6).toString(36)}`,
  type,
  x: 0,
  y: 2 * widgets.length,
  ...size,
  props: { ...props },
})

const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Milliseconds; the panel keeps focus and scroll lock until just after its close callback. */
const FOCUS_RELEASE_DELAY = 60

/** Scrolls a tile into view and focuses it. */
const showTile = (id: string): void => {
  const tile = document.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`)
  if (tile === null) return
  tile.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'center' })
  tile.focus({ preventScroll: true })
  // Browsers show a focus ring only after keyboard input; here it marks the new tile.
  tile.dataset.arrived = ''
  tile.addEventListener('blur', () => delete tile.dataset.arrived, { once: true })
}

interface AddedTile {
  readonly id: string
  /** it shows nothing before its user chose what */
  readonly needsSettings: boolean
}

/** State of the widget panel: adding a widget closes it, focuses the new tile and opens the settings that it needs. */
export const useAddWidget = (dispatch: Dispatch<LayoutAction>, widgets: Widgets, onConfigure: (id: string) => void) => {
  const [isOpen, setOpen] = useState(false)
  // The panel's code is loaded when it is first opened.
  const [wasOpened, setOpened] = useState(false)
  const added = useRef<AddedTile | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  const add = (widget: AnyWidget): void => {
    const { type, size } = widget
    const props = widget.parseSettings({})
    const entry = createEntry({ type, size, props, widgets, now: Date.now(), random: Math.random() })
    added.current = { id: entry.id, needsSettings: widget.content === 'report' || widget.content === 'settings' }
    dispatch({ type: 'added', entry })
    setOpen(false)
  }
  const handleClosed = (): void => {
    const tile = added.current
    added.current = null
    window.setTimeout(() => {
      if (tile === null) return button.current?.focus()
      showTile(tile.id)
      if (tile.needsSettings) onConfigure(tile.id)
    }, FOCUS_RELEASE_DELAY)
  }
  const open = (): void => {
    setOpened(true)
    setOpen(true)
  }
  return { isOpen, wasOpened, open, close: () => setOpen(false), add, handleClosed, button }
}
