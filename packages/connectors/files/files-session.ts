import type { Connection, OpenSession } from '../kit/connector.ts'
import type { FileSource } from '../kit/file-source.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { parseFileAddress } from './file-address.ts'
import { openSftpFolder } from './sftp-folder.ts'
import { openWebFile } from './web-file.ts'

const ANY_TEXT = '*'
const ANY_CHARACTER = '?'

/** In time that grows with the product of both lengths, whatever the pattern: a regular expression with many stars would not. */
const matches = (pattern: readonly string[], name: readonly string[]): boolean => {
  let [at, next] = [0, 0]
  /** where the last star is, and the first character after what it stands for */
  let star: { readonly at: number; next: number } | null = null
  while (next < name.length) {
    const wanted = pattern[at]
    if (wanted === ANY_TEXT) {
      star = { at, next }
      at += 1
    } else if (wanted === ANY_CHARACTER || wanted === name[next]) {
      at += 1
      next += 1
    } else if (star) {
      star.next += 1
      at = star.at + 1
      next = star.next
    } else return false
  }
  return pattern.slice(at).every((rest) => rest === ANY_TEXT)
}

const charactersOf = (text: string): string[] => [...text.toLowerCase()]

/** `*` stands for any text and `?` for one character; several patterns are separated by commas. Upper and lower case are the same. */
export const matchesPattern = (patterns: string): ((name: string) => boolean) => {
  const all = patterns
    .split(',')
    .map((pattern) => charactersOf(pattern.trim()))
    .filter((pattern) => pattern.length > 0)
  return (name) => all.some((pattern) => matches(pattern, charactersOf(name)))
}

const readText = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

const openSource = ({ settings, secrets, network }: Connection): FileSource => {
  const address = parseFileAddress(String(settings.address))
  const username = readText(settings.username)?.trim() ?? null
  const password = readText(secrets.password)
  if (address.kind === 'web') {
    const credentials = username === null ? null : { username, password: password ?? '' }
    return openWebFile({ url: address.url, credentials, network })
  }
  if (username === null) throw new RequestRejected('Enter the username for the SFTP server')
  return openSftpFolder({
    folder: address,
    login: {
      username,
      password,
      privateKey: readText(secrets.privateKey),
      hostKey: readText(settings.hostKey)?.trim() ?? null,
    },
    matches: matchesPattern(readText(settings.pattern) ?? '*'),
    network,
  })
}

export const openFiles: OpenSession = (connection) => {
  const files = openSource(connection)
  return {
    files,
    test: async () => {
      await files.list()
      return { name: null, timeZone: null, currency: null, warnings: [] }
    },
    streams: [],
    async *orders() {},
  }
}
