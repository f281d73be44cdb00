/** Attribute that Mantine reads the color scheme from. */
const SCHEME = 'data-mantine-color-scheme'

/** Prints in the light theme: paper is white, and browsers leave dark backgrounds out. */
export const printInLightTheme = (): void => {
  const root = document.documentElement
  let onScreen: string | null = null
  window.addEventListener('beforeprint', () => {
    onScreen = root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, 'light')
  })
  window.addEventListener('afterprint', () => {
    if (onScreen !== null) root.setAttribute(SCHEME, onScreen)
  })
}
