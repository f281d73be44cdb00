import { lazy, Suspense, useCallback, useState } from 'react'
import { useGlobalKeys } from './use-global-keys.ts'

// Most visits never open the palette, so its code is loaded on first use.
const loadPalette = () => import('./palette.tsx')
const Palette = lazy(() => loadPalette().then((m) => ({ default: m.Palette })))
const Shortcuts = lazy(() => import('./shortcuts.tsx').then((m) => ({ default: m.Shortcuts })))

/** Opens the palette of pages, reports, actions and questions. */
export type OpenPalette = () => void

interface PaletteHostProps {
  readonly children: (open: OpenPalette) => React.ReactNode
}

/** Renders the palette and the list of shortcuts, and handles the keys that open them. */
export const PaletteHost = ({ children }: PaletteHostProps) => {
  const [isWanted, setWanted] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const open = useCallback(() => {
    setWanted(true)
    void loadPalette().then(({ openPalette }) => openPalette())
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
