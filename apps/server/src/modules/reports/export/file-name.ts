import type { ExportFormat } from '#contract/reports.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { rangeDays } from './report-facts.ts'

const MAX_TITLE = 100
/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A title as a file name on any system: no separators, no control or invisible characters, no leading or closing dots. */
const safeTitle = (title: string): string => {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const short = [...plain].slice(0, MAX_TITLE).join('')
  const trimmed = short.replace(/^[\s.]+|[\s.]+$/g, '')
  return trimmed === '' || DEVICE.test(trimmed) ? 'Report' : trimmed
}

/** `Sales by Brand 2026-01-01 to 2026-03-31.csv` */
export const exportFileName = (title: string, range: ResolvedRange | null, format: ExportFormat): string =>
  `${[safeTitle(title), ...(range === null ? [] : [rangeDays(range)])].join(' ')}.${format}`

const percentEncoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Content-Disposition` with the name in full (RFC 5987) beside one in ASCII for readers that know no better. */
export const attachmentHeader = (name: string): string => {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncoded(name)}`
}
