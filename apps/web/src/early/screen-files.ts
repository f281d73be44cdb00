/** Names of files, and for each first screen its address, who sees it, from which width on, and the places of its files. */
declare const SCREEN_FILES: readonly [
  files: readonly string[],
  screens: readonly (readonly [path: string, isForVisitors: boolean, minWidth: number, places: readonly number[]])[],
]

const preload = (href: string): void => {
  const link = document.createElement('link')
  const isStyle = href.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  link.as = isStyle ? 'style' : 'script'
  // Styles are small and needed last: without this they would take the connections that the code needs at once.
  if (isStyle) link.fetchPriority = 'low'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}

declare global {
  interface Window {
    /** scripts of the first screen, in the order in which they run */
    cuveeScreenCode?: readonly string[] | undefined
    /** Requests the files of the first screen, once. */
    cuveeRequestScreen?: (() => void) | undefined
  }
}

/** Prepares the request of the files of the screen at this address, code first. */
export const prepareFiles = (isSignedIn: boolean): void => {
  const [files, screens] = SCREEN_FILES
  const wanted = screens.flatMap(([path, isForVisitors, minWidth, places]) =>
    isForVisitors !== isSignedIn && innerWidth >= minWidth && new RegExp(path).test(location.pathname) ? places : [],
  )
  const names = [...new Set(wanted)].map((place) => files[place] ?? '')
  const code = names.filter((name) => !name.endsWith('.css'))
  window.cuveeScreenCode = code
  window.cuveeRequestScreen = () => {
    window.cuveeRequestScreen = undefined
    for (const name of code) preload(name)
    for (const name of names) if (!code.includes(name)) preload(name)
  }
}

/**
 * Requests them once the texts that matter first are painted: on a slow link they would delay these, and the app's code, which takes
 * long to run. That code requests them otherwise, when it needs them. null: there are no such texts.
 */
export const requestFilesAfter = (texts: Promise<void> | null): void => {
  const request = () => window.cuveeRequestScreen?.()
  if (texts === null) request()
  else void texts.then(() => requestAnimationFrame(() => setTimeout(request)))
}
