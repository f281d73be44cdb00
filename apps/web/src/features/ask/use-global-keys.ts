import { useEffect } from 'react'

interface GlobalKeys {
  readonly onPalette: () => void
  readonly onHelp: () => void
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

const WRITTEN_IN = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Ctrl or Cmd with K opens the palette everywhere; `?` opens the shortcuts outside text fields. */
export const meaningOf = (
  { key, ctrlKey, metaKey, altKey }: Pressed,
  isWriting: boolean,
): 'palette' | 'help' | null => {
  const hasMod = ctrlKey !== metaKey
  if (hasMod && !altKey && key.toLowerCase() === 'k') return 'palette'
  return key === '?' && !ctrlKey && !metaKey && !altKey && !isWriting ? 'help' : null
}

/** Handles the keys that work on every page. */
export const useGlobalKeys = ({ onPalette, onHelp }: GlobalKeys): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const isWriting = event.target instanceof Element && event.target.closest(WRITTEN_IN) !== null
      const meaning = meaningOf(event, isWriting)
      if (meaning === null) return
      event.preventDefault()
      if (meaning === 'palette') onPalette()
      else onHelp()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [onPalette, onHelp])
}
