import type { Connection, OpenSession } from '../kit/connector.ts'
import type { FileSource } from '../kit/file-source.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { parseFileAddress } from './file-address.ts'
import { matchesPattern } from './name-pattern.ts'
import { openSftpFolder } from './sftp-folder.ts'
import { openWebFile } from './web-file.ts'

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
