const MAX_TITLE = 100
/** Device names that Windows reserves with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Valid on every system: no separators, no control or invisible characters, no leading or trailing dots. */
const safeTitle = (title: string): string => {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const short = [...plain].slice(0, MAX_TITLE).join('')
  const trimmed = short.replace(/^[\s.]+|[\s.]+$/g, '')
  return trimmed === '' || DEVICE.test(trimmed) ? 'Report' : trimmed
}

/** `Sales by Brand 2026-01-01 to 2026-03-31.csv` from the title, the dates and the extension. */
export const toFileName = (title: string, suffix: string | null, extension: string): string =>
  `${[safeTitle(title), ...(suffix === null ? [] : [suffix])].join(' ')}.${extension}`

const percentEncode = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Content-Disposition` with the full name (RFC 5987) and an ASCII fallback for older clients. */
export const attachmentHeader = (name: string): string => {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncode(name)}`
}
