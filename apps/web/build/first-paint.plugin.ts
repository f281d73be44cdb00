import type { Plugin } from 'vite'
import { filesOf } from './bundle-files.ts'

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g
/** Where the page's own script has the lists. */
const FIRST_SCREEN = '__FIRST_SCREEN__'
const HOME = '__HOME__'
const WIDE_SCREEN = '__WIDE_SCREEN__'

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
 * script learns which files the first screen needs, so that they are requested at once.
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
        .replace('</body>', `${sheets.map((sheet) => sheet.trim()).join('')}</body>`)
        .replace(FIRST_SCREEN, listNew(screen))
        .replace(HOME, listNew(home))
        .replace(WIDE_SCREEN, listNew(wideScreen))
    },
  },
})
