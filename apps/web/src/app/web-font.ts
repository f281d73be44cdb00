import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** Whether this browser has loaded the font before, so that it has it stored. */
const LOADED_KEY = 'cuvee-font'
/** Milliseconds between looks at whether the first screen is drawn. */
const PAUSE_MS = 250
/** Milliseconds after which the font is loaded anyway. */
const LATEST_MS = 8_000

const isDrawn = (): boolean => document.querySelector('main') !== null && !document.querySelector('[aria-busy="true"]')

const afterFirstScreen = async (): Promise<void> => {
  const start = performance.now()
  do await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  while (!isDrawn() && performance.now() - start < LATEST_MS)
}

const wasLoaded = (): boolean => {
  try {
    return localStorage.getItem(LOADED_KEY) === inter
  } catch {
    return false
  }
}

/**
 * Loads the font of all texts. On a first visit it comes after the first screen: until then a system font stands for it, with the
 * same width and height of every line.
 */
export const loadWebFont = async (): Promise<void> => {
  const face = new FontFace('Inter Variable', `url("${inter}") format("woff2-variations")`, {
    weight: '100 900',
    display: 'swap',
  })
  try {
    if (!wasLoaded()) await afterFirstScreen()
    document.fonts.add(await face.load())
    localStorage.setItem(LOADED_KEY, inter)
  } catch (error) {
    console.warn('The font was not loaded', error)
  }
}
