export interface NoticeLink {
  readonly label: string
  /** on the web, such as `/admin/services` */
  readonly path: `/${string}`
}

export interface NoticeText {
  /** plain text, a paragraph each */
  readonly paragraphs: readonly string[]
  /** where something can be done about it */
  readonly link?: NoticeLink | undefined
}

/** Signs that mean something to Markdown wherever they stand, and those that do at the beginning of a line. */
const ANYWHERE = /[\\`*_[\]<>&~!|]/g
const AT_BEGINNING = /^(?:[#+=-]|\d+(?=[.)]))/

const escaped = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ANYWHERE, '\\$&')
    .replace(AT_BEGINNING, (sign) => (/^\d/.test(sign) ? `${sign}\\` : `\\${sign}`))

/** As it is stored and read in the product: names in it can be no Markdown of their own. */
export const noticeMarkdown = ({ paragraphs, link }: NoticeText): string =>
  [...paragraphs.map(escaped), ...(link ? [`[${escaped(link.label)}](<${link.path}>)`] : [])].join('\n\n')
