import { AddressNotAllowed, RequestRejected } from '../kit/platform-problems.ts'

/** A folder of an SFTP server. */
export interface SftpFolder {
  readonly kind: 'sftp'
  /** lower case; IP addresses in their usual form, IPv6 without brackets */
  readonly host: string
  readonly port: number
  /** absolute path, or `.` for the user's home */
  readonly path: string
}

/** A file on a web server. */
interface WebFile {
  readonly kind: 'web'
  readonly url: URL
}

export type FileAddress = SftpFolder | WebFile

const SFTP_PORT = 22
/** Below are ports of other services, which the server must not be made to call. */
const FIRST_FREE_PORT = 1024

const GOOGLE_SHEET = /^\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]+)(?:\/|$)/
const PUBLISHED_SHEET = /^\/spreadsheets\/d\/e\/([\w-]+)\//

/** A link to a Google sheet becomes the link of its CSV export, of the sheet that the link opens. Other URLs are unchanged. */
const asCsvExport = (url: URL): URL => {
  if (url.hostname !== 'docs.google.com') return url
  const gid = url.searchParams.get('gid') ?? new URLSearchParams(url.hash.slice(1)).get('gid')
  const sheet = gid === null || !/^\d+$/.test(gid) ? '' : `&gid=${gid}`
  const [, published] = PUBLISHED_SHEET.exec(url.pathname) ?? []
  if (published) return new URL(`https://docs.google.com/spreadsheets/d/e/${published}/pub?output=csv${sheet}`)
  const [, id] = GOOGLE_SHEET.exec(url.pathname) ?? []
  return id ? new URL(`https://docs.google.com/spreadsheets/d/${id}/export?format=csv${sheet}`) : url
}

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

const sftpFolder = (address: string): SftpFolder | null => {
  // The parser normalizes hosts of web addresses only, such as 0x7f.1.
  const url = URL.parse(address.replace(/^sftp:/i, 'https:'))
  if (!url || [url.username, url.password, url.search, url.hash].some((part) => part !== '')) return null
  const given = /^sftp:\/\/[^/]*:(\d+)(?:\/|$)/i.exec(address)?.[1]
  const port = given === undefined ? SFTP_PORT : Number(given)
  if (port !== SFTP_PORT && port < FIRST_FREE_PORT) throw new AddressNotAllowed()
  const path = decoded(url.pathname)?.replace(/\/+$/, '')
  if (path === undefined) return null
  return { kind: 'sftp', host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port, path: path === '' ? '.' : path }
}

/** Throws `RequestRejected` for text that is no such address, and `AddressNotAllowed` for a port of another service. */
export const parseFileAddress = (text: string): FileAddress => {
  const address = text.trim()
  const parsed = /^sftp:/i.test(address) ? sftpFolder(address) : webFile(address)
  if (!parsed) throw new RequestRejected('This isn’t an address that starts with https:// or sftp://')
  return parsed
}

const webFile = (address: string): WebFile | null => {
  const url = URL.parse(address)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? { kind: 'web', url: asCsvExport(url) } : null
}
