import type { Plugin } from 'vite'
import { REPORT_ROLES } from '../../../packages/domain/role.ts'
import { filesOf } from './bundle-files.ts'

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g
const MODULE = /\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g
/** Where the page's own script has the files of screens. */
const SCREENS = "['__SCREENS__']"
/** Where it has what the app's own code knows of the API. */
const API_BASE = '__API_BASE__'
const REPORT_ROLES_LIST = '__REPORT_ROLES__'

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

/**
 * Lets the page be painted before any file arrives: style sheets move to its end, behind what is painted first, and its
 * script learns which files the screen at its address needs, so that they are requested at once. The app's code comes before it,
 * because a connection that carries a small answer first would delay the largest file.
 */
export const firstPaint = (screens: readonly FirstScreen[]): Plugin => ({
  name: 'cuvee:first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle }) => {
      if (bundle === undefined) return page
      const common = new Set(filesOf(bundle))
      const files = screens.map(({ module }) => filesOf(bundle, module).filter((file) => !common.has(file)))
      const names = [...new Set(files.flat())]
      const lists = screens.map(({ path, isForVisitors = false, minWidth = 0 }, place) => [
        path,
        isForVisitors,
        minWidth,
        files[place]?.map((file) => names.indexOf(file)),
      ])
      const sheets = page.match(STYLE_SHEET) ?? []
      return page
        .replaceAll(STYLE_SHEET, '')
        .replaceAll(MODULE, '')
        .replace('<script>', `${(page.match(MODULE) ?? []).map((tag) => tag.trim()).join('')}<script>`)
        .replace('</body>', `${sheets.map((sheet) => sheet.trim()).join('')}</body>`)
        .replace(SCREENS, () => JSON.stringify([names, lists]))
        .replace(API_BASE, process.env.VITE_API_BASE ?? '')
        .replace(REPORT_ROLES_LIST, REPORT_ROLES.join(' '))
    },
  },
})
