import { Button, Kbd } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useIsPermitted } from '#web/app/current-user.ts'
import { PALETTE_FIELD, typedAhead } from './typed-ahead.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

const WRITTEN_IN = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Ctrl or Cmd with K opens the palette everywhere; `?` opens the shortcuts outside text fields. */
export const readShortcut = (
  { key, ctrlKey, metaKey, altKey }: Pressed,
  isWriting: boolean,
): 'palette' | 'help' | null => {
  const hasMod = ctrlKey !== metaKey
  if (hasMod && !altKey && key.toLowerCase() === 'k') return 'palette'
  return key === '?' && !ctrlKey && !metaKey && !altKey && !isWriting ? 'help' : null
}

/** Handles the keys that work on every page. */
const useGlobalKeys = ({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const isWriting = event.target instanceof Element && event.target.closest(WRITTEN_IN) !== null
      const meaning = readShortcut(event, isWriting)
      if (meaning === null) return
      event.preventDefault()
      if (meaning === 'palette') onPalette()
      else onHelp()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [onPalette, onHelp])
}

// Most visits never open the palette, so its code is loaded on first use.
const loadPalette = () => import('./palette.tsx')
const Palette = lazy(() => loadPalette().then((m) => ({ default: m.Palette })))
const Shortcuts = lazy(() => import('./shortcuts.tsx').then((m) => ({ default: m.Shortcuts })))

/** Opens the palette of pages, reports, actions and questions. */
export type OpenPalette = () => void

/** Renders the palette and the list of shortcuts, and handles the keys that open them. */
export const PaletteHost = ({ children }: { children: (open: OpenPalette) => React.ReactNode }) => {
  const [isWanted, setWanted] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const open = useCallback(() => {
    setWanted(true)
    if (document.getElementById(PALETTE_FIELD) === null) typedAhead.begin()
    void loadPalette().then(({ openPalette }) => openPalette(), typedAhead.take)
  }, [])
  const help = useCallback(() => setHelpOpen(true), [])
  useGlobalKeys({ onPalette: open, onHelp: help })
  return (
    <>
      {children(open)}
      <Suspense>
        {isWanted ? <Palette onHelp={help} /> : null}
        {isHelpOpen ? <Shortcuts onClose={() => setHelpOpen(false)} /> : null}
      </Suspense>
    </>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the palette from the header of a wide screen; a small one has a tab for it. Questions are asked with calls of reports. */
export const PaletteButton = ({ onOpen }: { onOpen: OpenPalette }) => (
  <Button
    variant="default"
    size="xs"
    visibleFrom="md"
    leftSection={<IconSearch size={16} aria-hidden />}
    rightSection={<Kbd size="xs">{isApple ? '⌘ K' : 'Ctrl K'}</Kbd>}
    aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
    onClick={onOpen}
  >
    {useIsPermitted('reports') ? 'Search or ask' : 'Search'}
  </Button>
)
