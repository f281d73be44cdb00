import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { afterFirstScreen } from './first-screen.ts'

/** Whether this browser has loaded the font before, so that it has it stored. */
const LOADED_KEY = 'cuvee-font'
const wasLoaded = (): boolean => {
  try {
    return localStorage.getItem(LOADED_KEY) === inter
  } catch {
    return false
  }
}

/**
 * Loads the font of all texts. On a first visit a system font of about the same width stands for it until the next screen, so that no line
 * moves that somebody reads.
 */
export const loadWebFont = async (nextScreen: () => Promise<void>): Promise<void> => {
  const face = new FontFace('Inter Variable', `url("${inter}") format("woff2-variations")`, {
    weight: '100 900',
    display: 'swap',
  })
  try {
    if (!wasLoaded()) {
      await afterFirstScreen()
      await Promise.all([face.load(), nextScreen()])
    }
    document.fonts.add(await face.load())
    localStorage.setItem(LOADED_KEY, inter)
  } catch (error) {
    console.warn('The font was not loaded', error)
  }
}
