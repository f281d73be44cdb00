import type { Plugin } from 'vite'
import { REPORT_ROLES } from '../../../packages/domain/role.ts'
import { filesOf } from './bundle-files.ts'

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g
const MODULE = /\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g
/** Where the page's own script has the lists. */
const FIRST_SCREEN = '__FIRST_SCREEN__'
const HOME = '__HOME__'
const WIDE_SCREEN = '__WIDE_SCREEN__'
/** Where it has what the app's own code knows of the API. */
const API_BASE = '__API_BASE__'
const REPORT_ROLES_LIST = '__REPORT_ROLES__'

interface FirstPaintOptions {
  /** end of the path of the first screen's module */
  readonly screen: string
  /** of the module that is above it at `/` */
  readonly home: string
  /** of the module that it needs in wide windows */
  readonly wideScreen: string
}

/**
 * Lets the page be painted before any file arrives: style sheets move to its end, behind what is painted first, and its
 * script learns which files the first screen needs, so that they are requested at once. The app's code comes before it, because
 * a connection that carries a small answer first would delay the largest file.
 */
export const firstPaint = ({ screen, home, wideScreen }: FirstPaintOptions): Plugin => ({
  name: 'cuvee:first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle }) => {
      if (bundle === undefined) return page
      const listed = new Set(filesOf(bundle))
      const listNew = (module: string): string => {
        const files = filesOf(bundle, module).filter((file) => !listed.has(file))
        for (const file of files) listed.add(file)
        return files.join(' ')
      }
      const sheets = page.match(STYLE_SHEET) ?? []
      return page
        .replaceAll(STYLE_SHEET, '')
        .replaceAll(MODULE, '')
        .replace('<script>', `${(page.match(MODULE) ?? []).map((tag) => tag.trim()).join('')}<script>`)
        .replace('</body>', `${sheets.map((sheet) => sheet.trim()).join('')}</body>`)
        .replace(FIRST_SCREEN, listNew(screen))
        .replace(HOME, listNew(home))
        .replace(WIDE_SCREEN, listNew(wideScreen))
        .replace(API_BASE, process.env.VITE_API_BASE ?? '')
        .replace(REPORT_ROLES_LIST, REPORT_ROLES.join(' '))
    },
  },
})
