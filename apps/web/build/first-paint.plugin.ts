import type { Plugin, Rolldown } from 'vite'
import { filesOf } from './bundle-files.ts'
import { bundlePageProgram } from './page-program.ts'

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g
const MODULE = /\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g
/** Where the page holds its program. */
const PROGRAM = '<script>'

export interface FirstScreen {
  /** end of the path of its module */
  readonly module: string
  /** of the addresses that show it, as a regular expression */
  readonly path: string
  /** those who are not signed in see it */
  readonly isForVisitors?: true
  /** pixels of the window from which on it is shown */
  readonly minWidth?: number
}

/** Names of files, and for each screen the places of those that it needs. */
const filesOfScreens = (bundle: Rolldown.OutputBundle, screens: readonly FirstScreen[]) => {
  const common = new Set(filesOf(bundle))
  const files = screens.map(({ module }) => filesOf(bundle, module).filter((file) => !common.has(file)))
  const names = [...new Set(files.flat())]
  const lists = screens.map(({ path, isForVisitors = false, minWidth = 0 }, place) => [
    path,
    isForVisitors,
    minWidth,
    files[place]?.map((file) => names.indexOf(file)),
  ])
  return [names, lists]
}

/** Style sheets move to the end, behind what is painted first; without indentation the page is a fifth smaller. */
const moved = (page: string): string => {
  const [sheets, modules] = [STYLE_SHEET, MODULE].map((tags) =>
    (page.match(tags) ?? []).map((tag) => tag.trim()).join(''),
  )
  return page
    .replaceAll(STYLE_SHEET, '')
    .replaceAll(MODULE, '')
    .replaceAll(/\n\s+/g, '\n')
    .replace(PROGRAM, `${modules}${PROGRAM}`)
    .replace('</body>', `${sheets}</body>`)
}

/**
 * Lets the page be painted before any file arrives: its program is inside it, and knows which files the screen at its
 * address needs, so that they are requested at once. The app's code comes before it, because a connection that carries a small
 * answer first would delay the largest file.
 */
export const firstPaint = (program: string, screens: readonly FirstScreen[]): Plugin => ({
  name: 'cuvee:first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: async (page, { bundle }) => {
      const code = await bundlePageProgram(program, bundle === undefined ? [[], []] : filesOfScreens(bundle, screens))
      return (bundle === undefined ? page : moved(page)).replace(PROGRAM, () => `${PROGRAM}${code}`)
    },
  },
})
